/* The standard scopes, with texts for developers and for the consent page. */

interface Namespace {
  namespace: string
  group: (typeof SCOPE_GROUPS)[number]['group']
  /** For developers, in the catalog. */
  description: string
  /** The name, as a phrase for a sentence. */
  name: string
  /** The contents, addressed to the user: "memories about …". */
  yours: string
  /** A memory that could be in this scope. */
  example: string
  /** Body, money, close relationships or location. The consent page highlights it. */
  sensitive: boolean
}

export const SCOPE_GROUPS = [
  { group: 'self', description: 'Who the person is' },
  { group: 'body', description: 'Body and health' },
  { group: 'days', description: 'Time and places' },
  { group: 'things', description: 'Possessions and pastimes' },
] as const

export const STANDARD_SCOPES: readonly Namespace[] = [
  {
    namespace: 'general',
    group: 'self',
    description: 'Anything that fits no other scope.',
    name: 'general things',
    yours: 'anything that fits no other subject',
    example: 'Speaks Dutch and a little Greek.',
    sensitive: false,
  },
  {
    namespace: 'preference',
    group: 'self',
    description: 'Likes, dislikes and ways of doing things.',
    name: 'preferences',
    yours: 'what you like, dislike and how you do things',
    example: 'Takes coffee black.',
    sensitive: false,
  },
  {
    namespace: 'goal',
    group: 'self',
    description: 'What the person works towards.',
    name: 'goals',
    yours: 'what you work towards',
    example: 'Wants to run a marathon next spring.',
    sensitive: false,
  },
  {
    namespace: 'relationship',
    group: 'self',
    description: 'Family, friends, colleagues and who they are.',
    name: 'relationships',
    yours: 'your family, friends and colleagues, and who they are to you',
    example: 'Has a sister called Ada.',
    sensitive: true,
  },
  {
    namespace: 'note',
    group: 'self',
    description: 'Things the person wrote down to keep.',
    name: 'notes',
    yours: 'things you wrote down to keep',
    example: 'The spare key is with the neighbours.',
    sensitive: false,
  },
  {
    namespace: 'fitness',
    group: 'body',
    description: 'Training, workouts and physical form.',
    name: 'fitness',
    yours: 'your training, workouts and physical form',
    example: 'Runs along the river every Tuesday.',
    sensitive: false,
  },
  {
    namespace: 'health',
    group: 'body',
    description: 'Conditions, medication and medical history.',
    name: 'health',
    yours: 'your conditions, medication and medical history',
    example: 'Is allergic to penicillin.',
    sensitive: true,
  },
  {
    namespace: 'nutrition',
    group: 'body',
    description: 'Meals, diets and allergies.',
    name: 'nutrition',
    yours: 'your meals, diets and allergies',
    example: 'Eats no meat.',
    sensitive: false,
  },
  {
    namespace: 'sleep',
    group: 'body',
    description: 'Nights, naps and rest.',
    name: 'sleep',
    yours: 'your nights, naps and rest',
    example: 'Slept six hours on Sunday night.',
    sensitive: true,
  },
  {
    namespace: 'schedule',
    group: 'days',
    description: 'Appointments, routines and plans.',
    name: 'schedule',
    yours: 'your appointments, routines and plans',
    example: 'Choir practice is on Thursdays at seven.',
    sensitive: false,
  },
  {
    namespace: 'schedule.calendar',
    group: 'days',
    description: 'Entries of a calendar.',
    name: 'calendar',
    yours: 'the entries of your calendar',
    example: 'Dentist on 3 May at half past nine.',
    sensitive: false,
  },
  {
    namespace: 'work',
    group: 'days',
    description: 'Job, projects and colleagues at work.',
    name: 'work',
    yours: 'your job, your projects and your colleagues',
    example: 'Leads the tram project until June.',
    sensitive: false,
  },
  {
    namespace: 'learning',
    group: 'days',
    description: 'Studies, courses and skills.',
    name: 'learning',
    yours: 'your studies, courses and skills',
    example: 'Is in the third month of a pottery course.',
    sensitive: false,
  },
  {
    namespace: 'travel',
    group: 'days',
    description: 'Trips taken and planned.',
    name: 'travel',
    yours: 'the trips you took and plan to take',
    example: 'Will be in Lisbon from 4 to 11 August.',
    sensitive: true,
  },
  {
    namespace: 'home',
    group: 'days',
    description: 'Where and how the person lives.',
    name: 'home',
    yours: 'where and how you live',
    example: 'Lives on the third floor, without a lift.',
    sensitive: true,
  },
  {
    namespace: 'finance',
    group: 'things',
    description: 'Money, accounts and budgets.',
    name: 'finance',
    yours: 'your money, accounts and budgets',
    example: 'Puts 200 a month aside for a bicycle.',
    sensitive: true,
  },
  {
    namespace: 'shopping',
    group: 'things',
    description: 'Purchases, sizes and wish lists.',
    name: 'shopping',
    yours: 'what you buy, your sizes and your wish lists',
    example: 'Wears shoes in size 42.',
    sensitive: false,
  },
  {
    namespace: 'media',
    group: 'things',
    description: 'Books, music, films and games.',
    name: 'media',
    yours: 'the books, music, films and games in your life',
    example: 'Has read everything by Le Guin.',
    sensitive: false,
  },
  {
    namespace: 'world',
    group: 'things',
    description: 'Facts about the world the person lives in.',
    name: 'world',
    yours: 'the world around you',
    example: 'The bridge on the way to work is closed until autumn.',
    sensitive: false,
  },
]
