import { PageTitle } from '../ui/page.tsx'

/** The developer's apps. */
export function Apps() {
  return <PageTitle title="Apps" />
}
