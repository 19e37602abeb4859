/** Everyday verbs with their nouns. */
export const ACTIONS = `
own: own owns owned owner belong belongs belongings possession possess "have got" "has got" "in my possession" possesses "still have" "still has" "still own"
find: find finds found discover discovered discovery "come across" "came across" spotted spot locate located
lose: lose loses lost losing misplace misplaced "can't find"
search: search searching "look for" "looking for" "looks for" seek seeking "on the lookout" "shopping around" browsing "looking at" "hunting for"
begin: begin begins began begun start starts started starting "take up" "took up" "taken up" beginner
found: found founded founder founders "set up" "co founded" establish established launched launch
quit: quit quits quitting stop stops stopped "give up" "gave up" "given up" "no longer" "not anymore" "any more" cease "have to give up" "had to give up" "let go" "no more" "hung up" abandon abandoned dropped retire
finish: finish finishes finished complete completed end ended
change: change changes changed changing switch switched swap swapped replace replaced replacement
build: build builds built building construct "working on" assembling assemble assembled constructs constructed "put together" "putting together" "turned into" crafted crafting construction
grow: grow grows grew grown growth
choose: choose chooses chose chosen choice choices decide decided decision option options
prepare: prepare prepares prepared preparing preparation "get ready"
organise: organise organised organize organized arranging arrangement
collect: "pick up" "picks up" "picked up" fetch "drop off" "drops off"
break: break breaks broke broken damage damaged cracked smashed scratch scratched chipped torn tear snapped shattered wrecked ruin ruined ruins wreck destroyed destroys
open: open opens opened opening unlocked
close: close closes closed closing shut
throw_away: discard "throw away" "threw away" "thrown away" "get rid" "got rid" dispose "gave away" "get rid of" "got rid of" "threw out" "thrown out" "throw out" dump dumped cleared
win: win wins won winning winner champion championship victory prize award awarded winners "first place" "second place" "third place" "came first" "came second"
compete: compete competes competition competing contest competitor rival
practise: practise practice practised practiced practising rehearse rehearsal rehearsals "band practice" "choir practice" rehearses
improve: improve improves improved improvement better
teach: teach teaches taught teaching instruct
think: think thinks thought opinion opinions consider "point of view"
hear: hear hears heard listen listens listened listening
see: see sees saw seen watch watches watched notice noticed
sit: sit sits sat sitting seated
fall: fall fell fallen slip slipped stumble
arrive: arrive arrives arrived arrival land lands landing landed "touch down" "get there" "got there" arriving "pull in" "be at" "be there" "on time"
return: return returned "come back" "came back" "go back" "went back" "coming back" returns "fly back" "flies back" "flying back" "flight back" "flight home" "fly home" "flying home" "back home" "home again" inbound "back from" "get back" "gets back" "return flight" "way back" "journey home" "return journey" "comes home" "come home" "coming home"
stay: stay stays stayed staying remain remained
go_out: "go out" "going out" "went out" outing "night out"
share: share shares shared sharing
protect: protect protects protected protection
forget: forget forgot forgotten forgets "remembers almost nothing" "remember nothing" "remembers nothing" rusty "remember hardly" "lost most of" unlearned
join: join joins joined member members "sign up" "signed up" enrol enroll enrolled "sign up for" "signed up for" enters entered enter entering registered register registers registering enrolls "put my name down"
cancel: cancel cancels cancelled canceled cancellation "call off" "called off" cancelling canceling unsubscribed "let lapse" "let it lapse" lapsed "let go" "ended my" "get rid of" "got rid of" terminated
postpone: postpone postponed reschedule rescheduled "put off" "push back" postponing delayed "put back" "moved to" rescheduling rearranged
check: check checks checked verify verified
count: count counts counted counting
measure: measure measures measured measurement measurements ruler
sign: signature signed
exchange: exchange exchanged swap trade traded
take_medicine: "on medication" "takes medication" "take medication" "taking medication" "takes tablets" "take pills" "takes pills"
play_instrument: "play the piano" "plays the piano" "play the guitar" "plays the guitar" "play the violin" "plays the violin" "learn the piano" "learning the piano"
play_sport: "play football" "plays football" "play tennis" "plays tennis" "plays basketball" "play basketball" "plays golf"
share_costs < share cost: "split the bill" "split the cost" "shares a" "family plan" "go halves" "chip in"
borrow < loan: borrow borrows borrowed borrowing "on loan" "lent me" "lent out" "lent to" lend lends lending
cancel_appointment < cancel: "called off" "cancelled the" "moved the appointment"
refuse: refuse refuses refused refusing decline declined declines "say no" "says no" "turn down" "turned down" reject rejected "won't touch" "won't watch" "won't do" "will not" "wouldn't touch" "refuse to" "turned me down" "turned it down" rejection rejections "rejection letter" "knocked back" "passed on it" "said no"
cope: cope copes coping "deal with" "deals with" "dealing with" "get through" "gets through" "get by" "gets by" survive handle handles handling manage manages
responsibility < work: responsible responsibility responsibilities duty duties task tasks "in charge of" "takes care of" "my part"
carry: carry carries carried carrying bring brings brought "take along" "takes along"
repair_wait < repair: "being repaired" "at the garage" "in for repair" "broken down"
stop_doing < quit: "haven't ridden" "not ridden" "haven't played" "not played" "don't any more" "gave it up" "given it up" "hung up" "packed in" "packed it in"
miss: missed misses missing "missed out"
succeed: succeed succeeded success successful successes achieve achieved achievement accomplish accomplished accomplishment
aim: aiming aims "hopes to" "hope to" "working towards" "wants to become" "wants to be" "plans to" "set myself"
leave_home: "leave the house" "leaves the house" "set off" "sets off" "head out" "heads out" depart departs departure departing
use_up < finish: "run out of" "runs out of" "used up" "ran out of"
watch_over: supervise supervises oversee oversees monitor monitors
`
