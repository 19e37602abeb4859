import { ROLES } from './roles.ts'

/** Verbs before "with" and those with whom the user lives or works. */
export const SHARED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      share: 'roommate',
      shares: 'roommate',
      sharing: 'roommate',
      live: 'roommate',
      lives: 'roommate',
      living: 'roommate',
    },
    ...{ work: 'colleague', works: 'colleague', working: 'colleague' },
  }),
)

/** "Lindqvist supervises my dissertation". */
export const DOES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    supervises: 'boss',
    manages: 'boss',
    teaches: 'teacher',
    tutors: 'teacher',
    coaches: 'coach',
    mentors: 'mentor',
  }),
)

/** Whether a word may be one for a person, in lower case: a text without any has no ties. */
export function mayTie(word: string): boolean {
  return ROLES.has(word) || SHARED.has(word) || DOES.has(word)
}
