/** Everyday verbs with their nouns. */
export const ACTIONS = `
own: own owns owned owner belong belongs belongings possession possess "have got" "has got"
find: find finds found discover discovered discovery "come across" "came across"
lose: lose loses lost losing misplace misplaced "can't find"
search: search searching "look for" "looking for" "looks for" seek seeking
begin: begin begins began begun start starts started starting "take up" "took up" "taken up" beginner
found: found founded founder founders "set up" "co founded" establish established launched launch
quit: quit quits quitting stop stops stopped "give up" "gave up" "given up" "no longer" "not anymore" "any more" cease
finish: finish finishes finished complete completed end ended
change: change changes changed changing switch switched swap swapped replace replaced replacement
build: build builds built building construct
grow: grow grows grew grown growth
choose: choose chooses chose chosen choice choices decide decided decision option options
prepare: prepare prepares prepared preparing preparation "get ready"
organise: organise organised organize organized arranging arrangement
collect: "pick up" "picks up" "picked up" fetch "drop off" "drops off"
break: break breaks broke broken damage damaged cracked smashed
open: open opens opened opening
close: close closes closed closing shut
throw_away: discard "throw away" "threw away" "thrown away" "get rid" "got rid" dispose
win: win wins won winning winner champion championship victory prize award awarded
compete: compete competes competition competing contest competitor rival
practise: practise practice practised practiced practising rehearse rehearsal
improve: improve improves improved improvement better
teach: teach teaches taught teaching instruct
think: think thinks thought opinion opinions consider "point of view"
hear: hear hears heard listen listens listened listening
see: see sees saw seen watch watches watched notice noticed
sit: sit sits sat sitting seated
fall: fall fell fallen slip slipped stumble
arrive: arrive arrives arrived arrival land lands landing landed "touch down" "get there" "got there"
return: return returned "come back" "came back" "go back" "went back" "coming back"
stay: stay stays stayed staying remain remained
go_out: "go out" "going out" "went out" outing "night out"
share: share shares shared sharing
protect: protect protects protected protection
forget: forget forgot forgotten forgets
join: join joins joined member members "sign up" "signed up" enrol enroll enrolled
cancel: cancel cancels cancelled canceled cancellation "call off" "called off"
postpone: postpone postponed reschedule rescheduled "put off" "push back"
check: check checks checked verify verified
count: count counts counted counting
measure: measure measures measured measurement measurements ruler
sign: signature signed
exchange: exchange exchanged swap trade traded
take_medicine: "on medication" "takes medication" "take medication" "taking medication" "takes tablets" "take pills" "takes pills"
play_instrument: "play the piano" "plays the piano" "play the guitar" "plays the guitar" "play the violin" "plays the violin" "learn the piano" "learning the piano"
play_sport: "play football" "plays football" "play tennis" "plays tennis" "plays basketball" "play basketball" "plays golf"
`
