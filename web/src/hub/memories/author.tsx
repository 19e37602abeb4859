import { Source } from './source.tsx'

interface AuthorProps {
  actor: 'user' | 'app' | 'service'
  app: string | null
}

/** Who made a change: the person, the name of an app, or this service. */
export function Author({ actor, app }: AuthorProps) {
  if (actor === 'service') return 'this service'
  return <Source slug={actor === 'user' ? null : app} />
}
