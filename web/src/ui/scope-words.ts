import { t } from '@lingui/core/macro'
import type { Shape } from '../api/client.ts'
import { serverText } from '../i18n/server-text.ts'
import { topicName } from './topic-name.ts'

type Described = Shape<'DescribedScope'>

/* The service describes scopes in English. For the other languages, the catalogues have the words to describe them with. */

const UNQUALIFIED: readonly string[] = ['identity:read', 'signal:emit', 'ai:host:chat', 'ai:host:companion']
const INTENT = 'context:read:'

/** A described scope in the current language. */
export function inWords(described: Described): Described {
  const { scope, title, sentence, example } = described
  if (UNQUALIFIED.includes(scope))
    return {
      ...described,
      title: serverText(`scope.${scope}.title`, title),
      sentence: serverText(`scope.${scope}.sentence`, sentence),
      example: serverText(`scope.${scope}.example`, example),
    }
  if (scope.startsWith(INTENT)) return intentInWords(described, scope.slice(INTENT.length))
  return described.topic ? memoriesInWords(described, described.topic) : described
}

function intentInWords(described: Described, intent: string): Described {
  const name = intent.replace(/\.\*$/, '')
  const task = serverText(`intent.${name}`, serverText('intent.own', name, { name }))
  const all = name === intent ? '' : '.all'
  return {
    ...described,
    title: serverText('scope.context.title', described.title, { task }),
    sentence: serverText(`scope.context${all}.sentence`, described.sentence, { task }),
    example: serverText('scope.context.example', described.example),
  }
}

function memoriesInWords(described: Described, topic: NonNullable<Described['topic']>): Described {
  const { scope, kind, title, sentence, wildcard, custom } = described
  const { about, example, ...words } = topicInWords(topic, described.example)
  const name = custom ? quoted(topicName(topic.key)) : words.name
  const form = `scope.${kind}${topic.key === '*' ? '.everything' : wildcard ? '.all' : ''}`
  return {
    ...described,
    scope,
    title: serverText(`${form}.title`, title, { topic: name }),
    sentence: serverText(`${form}.sentence`, sentence, { about }),
    example,
    topic: { key: topic.key, name, about },
  }
}

/** What an app has named itself is quoted, since the words are not those of this service. */
const quoted = (content: string) => t`“${content}”`

/** A topic: a standard one, a part of a standard one, or one that an app has named itself. */
function topicInWords({ key, name, about }: NonNullable<Described['topic']>, example: string) {
  // The service calls a part of a topic “Fitness: trail_runs”; the other pages say “Fitness · trail runs”.
  const shown = name.includes(': ') ? topicName(key) : name
  const standard = [key, key.split('.')[0] ?? ''].find((scope) => serverText(`topic.${scope}.name`, '') !== '')
  if (standard === undefined)
    return {
      name: shown,
      about: serverText('topic.own.about', about),
      example: serverText('topic.own.example', example, { topic: quoted(topicName(key)) }),
    }
  const words = serverText(`topic.${standard}.name`, name)
  const part = key.slice(standard.length + 1)
  return {
    ...(part
      ? { name: topicName(key), about: serverText('topic.part.about', about, { part, topic: words }) }
      : { name: words, about: serverText(`topic.${standard}.about`, about) }),
    example: serverText(`topic.${standard}.example`, example),
  }
}
