import type { Pattern } from './pattern.ts'

const NOT_NAMED =
  '(?!(?:an?|the|very|really|so|too|not|nice|lovely|kind|strict|great|awful|terrible|useless|cheap|selling|coming|going|raising|putting|wanting|asking|refusing|away|back|abroad|angry|happy|fixing|sending|still|never|always|in|on|at|from|ill|dead|out|of|to|for|who|that|no|called off|call|ring|text|e-?mail|ask|pay|tell|meet|visit|inspection|wants|says|said|has|no|yes|contract|agreed)\\b)'
const SYSTEMS =
  '(?:(?:all |our |the |my |every )*(?:services?|everything|apps?|backend|back[- ]end|frontend|front[- ]end|infrastructure|infra|stack|ci|pipelines?|deployments?|database|db|api|staging|production|prod|builds?|monitoring|logs|jobs|workloads|codebase|site|website))'

/** Who lets a home, and what a person's systems run on. */
export const ARRANGEMENTS: readonly Pattern[] = [
  [
    'landlord',
    'landlord landlady landlords landladys',
    new RegExp(
      `^(?:(?:my|our|the|her|his|their|new) ){0,2}(?:landlord|landlady)(?:'s name)?(?: is now| is called|'s called| is|:|,| called| named) (?<v>${NOT_NAMED}\\p{L}[^,;:]{1,40})`,
      'u',
    ),
  ],
  [
    'landlord',
    'belongs rent rents renting tenant tenants',
    /^(?:the|my|our) (?:flat|house|apartment|room|place) belongs to (?<v>(?!(?:me|us|him|her|them|my|our|his|the (?:family|bank))\b)\p{L}.+)|^(?:(?:i|we|she|he) )?(?:am |are |is )?(?:rents?|renting) (?:(?:the|my|our|a) (?:[\p{L}-]+ ){0,2}(?:flat|house|apartment|room|place) )?from (?<w>(?:mr|mrs|ms|dr|frau|herr|signora|the council|a housing association)\b.+)/u,
  ],
  [
    'software',
    'database db ci stack cloud hosting framework runs run hosted deployed deploy host written rewrote moved migrated switched on',
    new RegExp(
      `^(?:now )?${SYSTEMS} (?:now )?(?:(?:runs?|lives?) (?:on|in)|(?:is|are) (?:all )?(?:now )?(?:(?:hosted|deployed|running|built|written|done) )?(?:on|in|with)|uses?) (?:now )?(?<v>(?!(?:fire|time|track|hold|place|order|order|sale|budget|schedule|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|the (?:table|list|kitchen|way|house|fridge|calendar))\\b)\\p{L}.+)|^(?:(?:our|the|my) )?(?:database|db|ci|cloud|hosting|framework)(?: is|:) (?:now )?(?<y>(?!(?:down|slow|broken|empty|full|up|corrupt|huge|small|fine|big|ready|offline|online|live|red|green|failing|flaky|back|not|in|on|a|an|the|too|very|so)\\b)\\p{L}[\\p{L}\\d.+#-]+(?: \\p{L}+)?(?: now)?)$|^(?:(?:i|we) )?(?:now )?(?:host|deploy)(?: everything| it all| our \\p{L}+)? (?:on|with|to|via|at) (?<w>(?:\\p{L}).+)|^(?:(?:i|we) )?(?:have )?(?:moved|migrated|switched|rewrote|ported) (?:(?:all|the|our|my|of) ){0,3}(?:${SYSTEMS}|it all) (?:(?:over|from [^,]{2,30}) )?(?:to|in|into|onto) (?<x>(?!(?:the|my|our|a|an|his|her) (?:garage|attic|house|flat|cellar|basement|new (?:flat|house|place|office)|storage|shed|loft|van|car)\\b|(?:mon|tues|wednes|thurs|fri)day|next|storage\\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\\b)\\p{L}.+)`,
      'u',
    ),
  ],
]
