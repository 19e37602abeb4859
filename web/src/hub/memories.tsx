import { PageTitle } from '../ui/page.tsx'

/** What is remembered of the person. */
export function Memories() {
  return <PageTitle title="Memories" />
}
