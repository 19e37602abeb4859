/** Feelings, fears, likes and dislikes, values. */
export const EMOTIONS = `
emotion: emotion emotions emotional feeling feelings mood moods
happy < emotion: happy happiness glad joyful cheerful delighted pleased thrilled joyous "cheers me up" "makes me happy" "over the moon"
excited < emotion: excited excitement exciting thrilled "looking forward"
proud < emotion: proud pride prouder
grateful < emotion: grateful gratitude thankful thanks "thank you" appreciate
satisfied < emotion: satisfied satisfaction fulfilled pleased
calm < emotion: calm calmness peaceful serene tranquil
sad < emotion: sad sadness unhappy miserable upset heartbroken gloomy "feeling down" tearful sorrow "feel low" downcast gloom melancholy
cry < sad: cry cries cried crying tears sob weep sobs sobbing wept weepy weeps bawl bawls tearful "wells up" "in tears" "makes me cry" teary "chokes up" blubs
lonely < emotion: lonely loneliness isolated "all alone"
homesick < sad: homesick homesickness "miss home" "misses home"
miss_someone < sad: "miss you" "miss her" "miss him" "misses her" "misses him"
angry < emotion: angry anger mad furious rage annoyed annoying annoys irritated irritate irritates irritating grumpy fuming livid "loses my temper" temper "short fuse" irritable "makes me angry" "drives me mad" "pet peeve" "pet peeves"
argument < emotion: argue argued argument quarrel fight fought "fall out" "falling out" conflict
disappointed < emotion: disappointed disappointment disappointing
frustrated < emotion: frustrated frustration frustrating
embarrassed < emotion: embarrassed embarrassing embarrassment ashamed shame awkward
guilt < emotion: guilt guilty regret regrets regretted remorse
bored < emotion: bored boring boredom dull
stress < emotion: stress stressed stressful stressing pressure overwhelmed tense "calms me" "winds me up" "under pressure"
worry < emotion: worry worries worried worrying anxious nervous nervousness uneasy concerned concern "keeps me awake" "keeps me up" "on my mind"
surprised < emotion: surprised astonished amazed shocked shock
confused < emotion: confused confusing confusion baffled
confident < emotion: confident confidence "self esteem" "self confidence" insecure insecurity
disgust < emotion: disgust disgusting disgusted gross revolting
love < emotion: love loves loved loving adore adores adored affection adoring besotted smitten
hug < love: hug hugs hugging cuddle cuddles kiss kisses kissed
trust < emotion: trust trusts trusted distrust betrayed
fear < emotion: fear fears fearful afraid scared scary terrified frightened frightening frighten dread panic panics trembles tremble "makes me shake" nervous spooked "scares me" "can't face" petrified horrified frightens "make me shake" "makes her shake" "makes him shake" "make her shake" "make him shake"
phobia < fear: phobia phobias phobic "scared of" "afraid of" "terrified of" "fear of" "irrational fear" thunderstorms heights "can't stand heights" "panics in" dentists
fear_of_flying < phobia air_travel: aerophobia aviophobia "fear of flying" "scared of flying" "afraid of flying" "scared to fly" "afraid to fly"
fear_of_heights < phobia heights: acrophobia "fear of heights" "scared of heights" "afraid of heights"
heights: ledge rooftop skyscraper "great heights" "high buildings" "high bridge" "great height" "cliff edge" "steep drop"
fear_of_spiders < phobia spider: arachnophobia arachnophobic "afraid of spiders" "scared of spiders" "fear of spiders"
fear_of_snakes < phobia snake: ophidiophobia "afraid of snakes" "scared of snakes" "fear of snakes"
fear_of_dogs < phobia dog: cynophobia "afraid of dogs" "scared of dogs" "fear of dogs"
fear_of_needles < phobia syringe: trypanophobia "afraid of needles" "scared of needles" "fear of needles" "scared of injections"
fear_of_blood < phobia blood: hemophobia haemophobia "sight of blood" "afraid of blood" "fear of blood"
fear_of_dentist < phobia dentist: "afraid of the dentist" "scared of the dentist" "fear of the dentist" "fear of dentists"
claustrophobia < phobia confined_space: claustrophobia claustrophobic "confined spaces" "enclosed spaces" "small spaces" "tight spaces"
confined_space: elevator "confined space" "small room" tunnel cave
agoraphobia < phobia crowd: agoraphobia agoraphobic "fear of crowds" "open spaces" "afraid of crowds" "scared of crowds"
crowd: crowd crowds crowded "lots of people"
fear_of_water < phobia water_sport: aquaphobia "fear of water" "afraid of water" "scared of water" "deep water"
fear_of_dark < phobia darkness: nyctophobia "fear of the dark" "afraid of the dark" "scared of the dark"
darkness: dark darkness "pitch black" nightlight
fear_of_clowns < phobia circus: coulrophobia "scared of clowns" "afraid of clowns" "fear of clowns"
fear_of_public_speaking < phobia presentation: glossophobia "stage fright" "public speaking"
social_anxiety < anxiety: "social anxiety" "social phobia" "afraid of people"
fear_of_driving < phobia driving: "afraid of driving" "scared of driving" "fear of driving" "scared to drive" "afraid to drive"
fear_of_thunder < phobia storm: "scared of thunder" "afraid of thunder" "fear of thunder"
brave < emotion: brave bravery courage courageous daring
adventurous < personality: adventurous adventure adventures daredevil
preference: prefer prefers preferred preference preferences "would rather" "rather have"
favourite < like: favourite favourites favorite favorites fave "best of all" "most of all" "above everyone" "above everything" "is god" "are gods" "is a god" "is the best" "are the best" forever "till i die" "until i die" "number one" "all time" "of all time" goat "the goat" "can't be beaten" unbeatable "always and forever" "beats them all" "beats everything" "nothing beats" "no one like" "second to none" "love most" "like best" "likes best" "loves most" "top of my list" rules "over everything" "most loved" "better than any" "greatest ever" "the greatest"
like: like likes liked enjoy enjoys enjoyed enjoying "fond of" "keen on" "big fan" "a fan of" "into it"
dislike: dislike dislikes disliked "don't like" "doesn't like" "do not like" "not keen" "can't stand" "cannot stand" "not a fan" unpleasant
hate < dislike: hate hates hated loathe detest despise "can't bear"
avoid < dislike: avoid avoids avoided avoiding "stay away" "keep away" "steer clear" "must not"
curious < personality: curious curiosity "interested in"
value: value values principle principles belief believe believes
success < emotion: success successful succeed succeeded achieve achieved achievement accomplished accomplishment
failure < emotion: failure fail failed fails
problem: problem problems trouble troubles issue issues difficulty difficulties error errors fault faulty "wrong with" "the matter" "the matter with" hassle snag defect complaint "playing up" "acting up" "error code"
luck: luck lucky unlucky fortunate superstition superstitious
motivation: motivation motivated motivate inspire inspired inspiration encouraging encouragement
self_care < health: "self care" "me time" "day off" "look after myself" pamper
`
