/** Verbs without a subject at the start of a clause: "Likes", "Walked", "Running". */
export const VERB_STARTS: ReadonlySet<string> = new Set(
  (
    'walked ran swam cycled hiked drove flew ate drank slept woke met saw heard read wrote watched learned learnt taught ' +
    'cooked baked made built fixed repaired cleaned painted planted finished completed attended joined left arrived ' +
    'ordered paid saved spent booked cancelled canceled rescheduled received sent signed passed failed tried tested ' +
    'weighs measures sings collects knits sews paints draws gardens rents shares cares trains practises practices ' +
    'dreams hopes aims intends considers believes knows remembers uses uses spends saves pays leaves arrives flies ' +
    'listens watches follows supports volunteers meditates skis climbs hikes dances cuts raked picks spent had been ' +
    'wears walks cycles jogs fears avoids tolerates reacts suffers takes founded owns keeps helps wakes feeds fed adopted ' +
    'builds bakes brews restores breeds coaches carves crochets devours swears sighs photographs repairs composes juggles ' +
    'rescued brushes grooms calls invited married changed switched texts rents injects swallows rolls sits skips abstains tunes skippers ' +
    'crews dreads carries counts fasts observes prays worships subscribes receives abandoned dropped transferred enrolled ' +
    'cleans mends snores stacks mops sweeps scrubs mows prunes digs harvests welds solders hauls unloads packs unpacks delivers ' +
    'sorts edits proofreads translates interprets transcribes audits lends borrows owes donates gambles vapes sips chews kneads ' +
    'roasts grills boils steams serves hosts caters tutors lectures mentors referees skates surfs sails paddles swims dives ' +
    'stretches sketches busks strums hums performs embroiders weaves whittles sculpts dabbles tinkers limps stutters stammers ' +
    'sneezes coughs wheezes sleepwalks faints blushes naps dozes commutes hitchhikes leases sublets babysits fosters guards patrols'
  ).split(' '),
)

/** What people do to things, and names of things seldom do: after a capitalised word they tell that it is a person's name. */
export const DOES_TO: ReadonlySet<string> = new Set(
  (
    'waits sells chews buys brings chooses catches delivers attends earns enters envies fetches fills finds forgets fries irons ' +
    'kicks lends lets manages marries meets moans mows nurses obeys operates organises organizes overcooks owes ' +
    'pours prepares pretends quits raises refuses replies respects returns rinses roasts sends serves shaves snores ' +
    'steals stammers tells throws tidies tutors understands unpacks vapes ' +
    'washes welds wins yells does hates minds mends milks sorts ' +
    'inspects interprets supervises translates accepts admires consumes detests dislikes ' +
    'puts calls leaves turns cuts sets shows tries uses spends insists complains swears barks purrs growls sheds scratches digs ' +
    'begs licks bites hides pulls pushes drops steers spoils spreads sprinkles'
  ).split(' '),
)

/** Past forms that do not end in "ed", and those of "be" and "have" before them. */
export const IRREGULAR_PAST =
  'set|put|cut|hit|let|shut|read|beat|built|bent|bit|blew|brought|burnt|caught|chose|cost|dealt|drew|dreamt|fed|felt|fought|' +
  'flew|forgot|forgave|froze|heard|held|hid|hung|hurt|kept|knew|laid|leapt|learnt|led|left|lent|lit|made|meant|met|' +
  'overcame|overheard|overslept|paid|rang|rode|rose|sang|sank|sat|sent|sewed|shook|shot|slept|slid|spent|spilt|split|spoke|' +
  'spoilt|spread|stole|stood|struck|stuck|swore|swept|threw|tore|took|thought|understood|upset|wept|withdrew|woke|won|wore'
const PAST = new Set(IRREGULAR_PAST.split('|'))
/** Forms of the present or nouns, too. */
const ALSO_OTHERS = new Set(
  'red bed shed need feed seed breed set put cut hit let shut split spread upset left bit felt wound'.split(' '),
)

/** Whether a word is a verb in the past, as in "Dad remarried". */
export function isPast(word: string): boolean {
  return (PAST.has(word) || /[a-z]{2}ed$/.test(word)) && !ALSO_OTHERS.has(word)
}
