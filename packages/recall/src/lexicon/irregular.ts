/**
 * English irregular forms: each line is a lemma and its forms. Stemming replaces a form by its lemma. A form with `+` is
 * also a word of its own, or a regular form of another word: `left` (leave), `lives` (life).
 */
const FORMS = `
arise arose arisen
awake awoke awoken
bear bore+ borne
beat beaten
become became
begin began begun
bend bent+
bet bets
bind bound+
bite bit+ bitten
bleed bled
blow blew blown
break broke+ broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
draw drew drawn
dream dreamt
drink drank drunk+
drive drove driven
dwell dwelt
eat ate eaten
fall fell+ fallen
feed fed
feel felt+
fight fought
find found+
flee fled
fling flung+
fly flew flown flies
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
give gave given
go went gone
grind ground+
grow grew grown
hang hung+
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lay laid
lead led
lean leant
leap leapt
learn learnt
leave left+
lend lent
lie lay+ lain lying
lose lost
make made
mean meant
meet met
mistake mistook mistaken
overcome overcame
pay paid
prove proven
ride rode ridden
ring rang rung
rise rose+ risen
run ran
say said
see saw+ seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shine shone
shoot shot+
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
smell smelt
speak spoke+ spoken
speed sped
spell spelt
spend spent
spill spilt
spin spun
spring sprang sprung
stand stood
steal stole+ stolen
stick stuck+
sting stung
strike struck
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
undertake undertook undertaken
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
wind wound+
light lit
dive dove+
overhear overheard
spit spat
withdraw withdrew withdrawn
write wrote written
child children
man men
woman women
person people
foot feet
tooth teeth
goose geese
mouse mice
ox oxen
wife wives
life lives+
knife knives
leaf leaves+
half halves+
wolf wolves
shelf shelves+
thief thieves
loaf loaves
calf calves+
scarf scarves
datum data
criterion criteria
phenomenon phenomena
cactus cacti
fungus fungi
analysis analyses
diagnosis diagnoses
crisis crises
good better+ best+
bad worse worst
far farther further+ farthest
die died dying
tie tied tying
glue glued gluing
sue sued suing
queue queued queuing queueing
hoe hoed hoeing
toe toed
shoe shod
ski skied skiing
study studied studies studying student students
`

const LINES = FORMS.trim()
  .split('\n')
  .map((line) => line.split(' '))

/** From a form to its lemma: `went` gives `go`. */
export const LEMMAS: ReadonlyMap<string, string> = new Map(
  LINES.flatMap(([lemma, ...forms]) => forms.map((form) => [form.replace('+', ''), lemma!] as const)),
)

/** Forms that have a second reading, in which they are stemmed like a regular word. */
export const AMBIGUOUS_FORMS: ReadonlySet<string> = new Set(
  LINES.flat()
    .filter((form) => form.endsWith('+'))
    .map((form) => form.slice(0, -1)),
)
