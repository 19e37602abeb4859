/** A cell that has nothing to say: empty to the eye, and a word for those who hear the table. */
export function Nothing() {
  return <span className="visually-hidden">none</span>
}
