/** Sports, fitness and sleep. */
export const SPORTS = `
sport: sport sports sporty athletic athletics athlete sporting "kind of sport" athletically
fitness < sport health: fitness fit workout workouts exercise exercises exercising "work out" "working out" "keep fit" "physical activity" exercised "keep in shape" "stay in shape" "staying fit"
gym < fitness: gym gyms treadmill elliptical "cross trainer" "fitness studio" "fitness centre" "gym membership" "health club" "leisure centre" "fitness club" "virgin active" puregym mcfit ymca "gym member" "weights room" "fitness room" rowing "gym locker" "gym locker number"
strength_training < gym: weightlifting deadlift squat "bench press" dumbbell barbell kettlebell powerlifting "strength training" bodybuilding "lift weights" "lifting weights" deadlifts squats bench dumbbells kettlebells barbells "bench presses" "one rep"
push_ups < fitness: pushups situps burpees planks "push ups" "pull ups" "sit ups" calisthenics
cardio < fitness: cardio hiit aerobics spinning zumba crossfit "water aerobics" aquafit "aqua aerobics" "step class" bodypump "exercise class" bootcamp "spin class" "aqua jogging" "water gymnastics" "aqua fit"
stretching < fitness: stretch stretching flexibility "foam roller"
personal_trainer < fitness: "personal trainer" "fitness coach" "fitness instructor"
fitness_tracker < fitness: fitbit garmin strava "fitness tracker" "step counter" pedometer whoop "oura ring" "fitness band"
steps < walking: steps "step count" "steps a day" "daily steps"
unfit < fitness: unfit "out of shape" sedentary "no exercise"
yoga < fitness: yoga yogi vinyasa ashtanga
pilates < fitness: pilates
meditation < relaxation: meditate meditation mindfulness headspace
running < sport: run running runner jog jogging jogger ran "go for a run" "went for a run" "couch to 5k" parkruns "bay run" "trail runner" "long run" intervals
trail_running < running: "trail running" "trail run" ultramarathon
sprint < running: sprint sprinter "100 metres" "100 meters"
race < sport: race races racing "finish line" "race day" parkrun regatta bib "sign up for" "signed up for" "entered the" "fun run" "start number" "race number" "enter a race" "entered a"
marathon < race running: marathon "42 km" "26 miles" marathons "42 kilometres"
half_marathon < race running: "half marathon" "21 km" "21 k" "13 miles" "21 kilometres" "21 kilometers" halfmarathon "half marathons"
ten_kilometres < race running: 10k "10 km" "10 k" "ten kilometres" "10 kilometres" "10 kilometers" "ten k" "10k time" "best 10k"
five_kilometres < race running: 5k "5 km" "5 k" parkrun "five kilometres" "5 kilometres" "5 kilometers" "five k"
triathlon < race: triathlon ironman triathlete duathlon
personal_best < sport: "personal best" "personal record" "best time" "fastest time" pb "fastest ever" "best ever"
walking < fitness: walk walks walking walked stroll "on foot" "nordic walking" wander
hiking < walking mountain: hike hikes hiking hiker trek trekking "long distance path" rambling trail trails peak peaks munro munros fourteeners summits ridge "hiking boots" "thru hike" "hut to hut" hikers ramble rambles backcountry rambler "hill walking" hillwalking camino "hill walks" "long walk" "coastal path"
mountaineering < mountain sport: mountaineering mountaineer alpinism summit
climbing < sport: climb climbing climber bouldering "rock climbing" "climbing wall" boulders boulder belay crag "climbing gym" "climbing hall" climbs "lead climbing" "top rope"
cycling < sport: cycling cyclist cycle bike biking "bike ride" peloton "road bike" "tour de france" cycled cycles cyclists "group ride" "road cycling" sportive "bike tour" randonneur "gravel ride" "bike rides"
mountain_biking < cycling: mtb "mountain bike" "mountain biking"
swimming < sport: swim swimming swimmer swam breaststroke backstroke "swimming lessons" "front crawl" laps swims length lengths "swim training" "swimming laps" swimmers "swimming lesson" "swims at" "goes swimming"
swimming_pool < swimming: pool lido "swimming pool" "public baths" pools "swimming baths" "pool on"
open_water_swimming < swimming: "wild swimming" "cold water swimming" "open water" "sea swimming"
cannot_swim < swimming: nonswimmer "can't swim" "cannot swim" "non swimmer" "never learned to swim"
diving < swimming: diving diver scuba snorkel snorkelling snorkeling
surfing < water_sport: surf surfing surfer surfboard "wave riding" bodyboard
water_sport < sport: wakeboard wakeboarding windsurfing kitesurfing "water sports" "water skiing" paddleboard paddleboarding
sailing < water_sport: sail sailing sailor yacht dinghy regatta sailed sails sailboats dinghies catamaran keelboat helm skipper "boat race" regattas "sailing club" "boat licence"
rowing < water_sport: rowing rower rows rowed "rowing club" "rowing machine" ergometer
canoeing < water_sport: canoe canoeing kayak kayaking rafting canoes kayaks paddle paddles paddled
winter_sport < sport snow: "winter sport" "winter sports" snowshoeing sledging sledding bobsleigh toboggan curling
skiing < winter_sport: ski skiing skier skis "ski resort" "ski holiday" "ski slope" piste "downhill skis" "cross country skis" slalom "ski pass" "ski season" skied telemark
cross_country_skiing < skiing: "cross country skiing" biathlon langlauf
snowboarding < winter_sport: snowboard snowboarding snowboarder
ice_skating < winter_sport: skating skates "ice skating" "ice rink" "figure skating"
ice_hockey < team_sport winter_sport: "ice hockey" nhl puck canucks "maple leafs" "toronto maple leafs" oilers bruins canadiens
team_sport < sport: team teams "team sport" teammate league squad
football < team_sport: football soccer footballer goalkeeper striker "premier league" bundesliga "champions league" "world cup" futsal footballers kickabout "five a side" "football team" "soccer team" pitch
football_club < football: arsenal tottenham everton juventus "manchester united" "real madrid" "bayern munich" "borussia dortmund" "liverpool fc" "fc barcelona" "chelsea fc" fenerbahce galatasaray besiktas ajax feyenoord dortmund celtic benfica "fc bayern" "kaizer chiefs" "orlando pirates" "inter milan" "ac milan" "west ham" "aston villa" "manchester city" legia rayo "rayo vallecano" lazio napoli "as roma" sevilla "athletic bilbao" "atletico madrid" barca "real betis" "real sociedad" psg schalke hertha "union berlin" "st pauli" "crystal palace" "leeds united" "newcastle united" "nottingham forest" "leicester city" "sheffield wednesday" "sheffield united" millwall "rangers fc" hibs "hearts fc" "boca juniors" "river plate" flamengo corinthians palmeiras "sporting cp" "fc porto" "man united" "man city" spurs gunners "red star" wisla "lech poznan" slavia "sparta prague" "inter miami" "la galaxy" "colo colo" chivas "club america" penarol
american_football < team_sport: nfl quarterback touchdown "super bowl" "american football" packers steelers "dallas cowboys" "green bay" 49ers seahawks "new england patriots" "kansas city chiefs" "nfl team"
rugby < team_sport: rugby scrum "all blacks" springboks wallabies "six nations" leinster munster "rugby league" "rugby union"
cricket < team_sport: cricket cricketer wicket batsman ipl "test match" csk "mumbai indians" ashes "big bash"
baseball < team_sport: baseball softball mlb "home run" yankees "red sox" dodgers "chicago cubs" mets "blue jays"
basketball < team_sport: basketball nba netball lakers celtics knicks "golden state warriors" "chicago bulls" raptors
volleyball < team_sport: volleyball "beach volleyball"
handball < team_sport: handball
field_hockey < team_sport: hockey lacrosse "field hockey"
water_polo < team_sport swimming: "water polo"
racket_sport < sport: racket racquet
tennis < racket_sport: tennis wimbledon "grand slam" backhand forehand
table_tennis < racket_sport: "table tennis" "ping pong"
badminton < racket_sport: badminton shuttlecock
squash_sport < racket_sport: "squash court" padel pickleball
golf < sport: golf golfer golfing "golf course" "golf club" putting
martial_art < sport: karate judo taekwondo jiujitsu aikido "kung fu" "martial art" "martial arts" "black belt" "self defence" "jiu jitsu" capoeira "krav maga" kendo dojo "brazilian jiu jitsu" bjj
boxing < sport: boxing boxer kickboxing mma "muay thai" kickbox kickboxer sparring spar sparred punchbag "thai boxing" "boxing gym" "boxing club"
wrestling < sport: wrestling wrestler sumo
fencing_sport < sport: fencing "fencing club" foil epee sabre
archery < sport: archery archer
gymnastics < sport: gymnastics gymnast trampoline trampolining acrobatics cartwheel "parallel bars" gymnasts
dance < sport art: dance dancing dancer danced "dance class" dances dancers lindy swing "dance school" "dance lessons" ceilidh "ballet classes" "used to dance"
ballet < dance: ballet ballerina tutu pointe "ballet lessons" "as a girl"
ballroom_dance < dance: ballroom tango waltz foxtrot
latin_dance < dance: salsa bachata samba flamenco
street_dance < dance: breakdance "street dance" "tap dance" "line dancing"
horse_riding < sport horse: equestrian showjumping dressage "horse riding" "horseback riding" "pony riding" rides riding stables saddle "riding lessons" "riding school" paddock
skateboarding < sport: skateboard skateboarding rollerblading rollerblades "roller skates" "roller skating"
motorsport < sport: motorsport "formula one" "formula 1" nascar karting "go kart"
parachuting < sport: skydiving skydive parachute paragliding "bungee jump" "bungee jumping"
bowling < sport: bowling petanque boules bowls "bowling alley" "lawn bowls" "ten pin"
darts < sport games: darts
snooker < sport games: snooker billiards pool "pool table" cue
track_and_field < sport: javelin hurdles "high jump" "long jump" "track and field"
olympics < sport: olympics olympic paralympics medal
sports_fan < sport: fan fans "season ticket" stadium "support the" "cheer for" "football fan" "football supporter" supports supporter supporters followed "root for" "roots for" "supported since" "fan of" "rooting for" "till i die" "until i die" ultras "season tickets" "die hard" diehard "home games" "away days" "which team" "football team" terraces "supporters club" supporting
sports_match < sport: match matches fixture tournament championship fixtures league derby cup semifinal tournaments championships "home game" "away game"
sports_club < sport: "sports club" "football club" "tennis club" "running club" "swimming club"
referee < sport: referee umpire
training_plan < fitness: "training plan" "training schedule" "workout plan" "training session" "training programme" "training program" "training routine" drills
sleep < health: sleep asleep slept sleeping nap sleepy snooze bedtime sleeps
bedtime < sleep time: bedtime "go to bed" "goes to bed" "going to bed" "lights out" "went to bed" "in bed by" "in bed" "asleep by" "stay up" "stays up" "lights off" "go to sleep" "goes to sleep" "hit the hay" "lights out at" "bed by" "to bed" "early night"
wake_time < sleep time: "wake up" "woke up" "get up" "gets up" "got up" alarm "alarm clock" waking "wakes up" "out of bed" "alarm at" "alarm set" "get out of bed" "gets out of bed" "morning alarm"
sleep_duration < sleep: "hours of sleep" "hours a night" "hours per night" "hours sleep" oversleep oversleeps "lack of sleep"
sleep_disorder < sleep condition: insomnia insomniac sleepless sleepwalk sleepwalking narcolepsy "can't sleep" "trouble sleeping" "trouble falling asleep" "falling asleep" "difficulty sleeping" "lies awake" "sleep badly" "sleep problems" "sleeps badly" "wide awake" "awake at night" "up at night" "broken sleep" "light sleeper"
nap < sleep: nap naps siesta dozing doze
night_owl < sleep: "night owl" "stay up late" "stays up late" "late riser" "sleep in" "lie in" "late to bed"
early_riser < sleep: "early bird" "early riser" "morning person" "get up early" "gets up early" "wake up early"
snoring < sleep: snore snores snoring earplugs earplug "white noise" "sleeps on the left" "sleeps on the right" "side of the bed"
dreaming < sleep: nightmare nightmares dreaming "bad dream" "bad dreams" "lucid dream"
tired < sleep: tired tiredness sleepy yawn yawning drowsy exhausted knackered "worn out" shattered "burnt out" sluggish
jet_lag < sleep air_travel: jetlag jetlagged "jet lag"
relaxation: relax relaxing relaxed relaxation unwind chill "get some rest"
breathing < relaxation: breathing "breathing exercises" "deep breaths"
target_time < goal race: "target time" "goal time" "under two hours" "under an hour" "under four hours" "finish time" "target under" "time to beat"
running_club < running sports_club: striders harriers "run club" "running group" "running club" "runs with" "run with" "jogging group" roadrunners
chess_sport < chess: lichess elo blitz "chess club" "chess rating" "chess com" "chess tournament" checkmates
surgery_sport_stop < sport quit: "no more football" "hung up" "hang up" "gave up running" "had to stop" "doctor's orders" "give up sport" "stopped playing" "no longer play" "no longer plays"
lifting_max < strength_training: "one rep max" "max lift" "bench press"
swim_session < swimming: "swim session" "swims lengths" "swims laps" "lane swimming" "aquatic centre"
football_role < football: goalie defender midfielder winger "centre back" "left back" "right back" captain
belt_grade < martial_art: "brown belt" "green belt" "blue belt" "yellow belt" "orange belt" "white belt" dan kyu
tennis_level < tennis: "tennis club" "tennis partner" "doubles partner" racquets
golf_level < golf: handicap birdie par "golf handicap" "round of golf" tee
ski_trip < skiing holiday: "ski trip" "skiing holiday" "ski week" "skiing trip" "ski chalet"
yoga_class < yoga: "yoga class" "yoga mat" "yoga studio" "hot yoga" "yin yoga" "yoga teacher"
`
