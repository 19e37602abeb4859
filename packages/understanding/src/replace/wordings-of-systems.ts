import { HAVE, NAME, type Wording, wording } from './wording.ts'

const WHO = '(?:[Ww]e |[Ii] )?'
const ALL =
  '(?:[Ee]verything|[Aa]ll (?:(?:our|the|my|of our) )?(?:services|apps|systems|workloads|servers|sites|infrastructure|deployments)|[Tt]he whole (?:stack|lot|thing|platform)|(?:[Tt]he |[Oo]ur )?(?:whole )?(?:infrastructure|infra|stack|platform))'
const PART =
  '(?:frontend|front[- ]end|backend|back[- ]end|api|API|app|site|website|database|db|service|worker|ci|CI|build|monitoring|pipeline|mobile app|firmware|scraper)'
/** Where things are put rather than run. */
const NO_SYSTEM =
  '(?!(?:the |my |our |an? |his |her )?(?:garage|attic|house|flat|cellar|basement|office|storage|shed|loft|van|car|fridge|freezer|kitchen|bank|next|new|mon|tues|wednes|thurs|fri|satur|sun|january|february|march|april|may|june|july|august|september|october|november|december|\\d))'

/** Rewrites notes of what a person's systems run on. */
export const WORDINGS_OF_SYSTEMS: readonly Wording[] = [
  wording(
    'moved migrated switched',
    `^${WHO}${HAVE}(?:[Mm]oved|[Mm]igrated|[Ss]witched) (?:back )?${ALL} (?:(?:back|over) )?(?:from .{2,30} )?(?:to|onto|into) ${NO_SYSTEM}([^,;.]{2,40})(?:, .*)?$`,
    'Everything now runs on $1',
  ),
  wording(
    'services apps systems workloads servers sites infrastructure deployments stack platform infra',
    `^${ALL} (?:is|are|runs?|(?:is|are) (?:hosted|deployed|running)) (now )?(?:all )?(?:on|in) ${NO_SYSTEM}`,
    'Everything $1runs on ',
  ),
  wording(
    'everything',
    `^[Ee]verything (?:is|is hosted|is deployed|is running) (now )?on (?=${NAME})`,
    'Everything $1runs on ',
  ),
  wording(
    'host deploy run',
    `^(?:[Ww]e|[Ii]) (now )?(?:host|deploy|run) (?:everything|it all|all (?:our )?(?:services|apps|systems)) (?:on|with|at) `,
    'Everything $1runs on ',
  ),
  wording('host', `^[Ww]e (now )?host (?:on|with|at) (?=${NAME})`, 'Everything $1runs on '),
  wording(
    'rewrote ported moved migrated switched',
    `^${WHO}${HAVE}(?:[Rr]ewrote|[Pp]orted|[Mm]igrated|[Mm]oved|[Ss]witched) (?:the|our|my) (${PART}) (?:(?:over|from .{2,30}) )?(?:in|to|into|onto) (?=${NAME})`,
    'The $1 is now in ',
  ),
  wording(
    'written built',
    `^(?:[Tt]he |[Oo]ur |[Mm]y )?(${PART}|Frontend|Backend|App|Site|Website|Api) is (now )?(?:written|built|done) (?:in|with) `,
    'The $1 is $2in ',
  ),
]
