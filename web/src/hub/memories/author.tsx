import { t } from '@lingui/core/macro'
import { Source } from './source.tsx'

interface AuthorProps {
  actor: 'user' | 'app' | 'service'
  app: string | null
}

/** Who made a change: the person, the name of an app, or this service. */
export function Author({ actor, app }: AuthorProps) {
  if (actor === 'service') return t`this service`
  return <Source slug={actor === 'user' ? null : app} />
}
