import type { Shape } from '../api/client.ts'
import { serverText } from '../i18n/server-text.ts'

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
  const { scope, kind, title, sentence, wildcard } = described
  const { name, about, example } = topicInWords(topic, described.example)
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

/** A topic: a standard one, a part of a standard one, or one that an app has named itself. */
function topicInWords({ key, name, about }: NonNullable<Described['topic']>, example: string) {
  const standard = [key, key.split('.')[0] ?? ''].find((scope) => serverText(`topic.${scope}.name`, '') !== '')
  if (standard === undefined)
    return {
      name,
      about: serverText('topic.own.about', about),
      example: serverText('topic.own.example', example, { topic: name }),
    }
  const words = serverText(`topic.${standard}.name`, name)
  const own = { name: words, about: serverText(`topic.${standard}.about`, about) }
  const part = key.slice(standard.length + 1)
  return {
    ...(part
      ? { name: `${words}: ${part}`, about: serverText('topic.part.about', about, { part, topic: words }) }
      : own),
    example: serverText(`topic.${standard}.example`, example),
  }
}
