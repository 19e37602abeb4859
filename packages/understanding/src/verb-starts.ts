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
    'crews dreads carries counts fasts observes prays worships subscribes receives abandoned dropped transferred enrolled' +
    ' '
  ).split(' '),
)

/** What people do to things, and names of things seldom do: after a capitalised word they tell that it is a person's name. */
export const DOES_TO: ReadonlySet<string> = new Set(
  (
    'waits sells chews buys brings chooses catches delivers attends earns enters envies fetches fills finds forgets fries irons ' +
    'kicks lends lets manages marries meets moans mows nurses obeys operates organises organizes overcooks owes ' +
    'pours prepares pretends quits raises refuses replies respects returns rinses roasts sends serves shaves snores ' +
    'steals stammers tells throws tidies tutors understands unpacks vapes ' +
    'washes welds wins yells does hates minds mends milks sorts delivers ' +
    'inspects interprets supervises translates accepts admires consumes detests dislikes'
  ).split(' '),
)
