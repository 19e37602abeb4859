import css from './face.module.css'

/** What a page is about: the sign-in, a link that no longer works, a page that is not there. */
export type FaceName =
  | 'sign-in'
  | 'sign-up'
  | 'mail'
  | 'password'
  | 'address'
  | 'dead-link'
  | 'lost'
  | 'offline'
  | 'broken'
  | 'farewell'

/** The picture over the title of a page about one thing. */
export function Face({ name }: { name: FaceName }) {
  return <span className={css.face} data-face={name} aria-hidden />
}

/** The class of what is around a face and its title. */
export const withFace = css.notice
