/*
 * Python types from the committed API description: the shapes that apps receive, the two that they send, and the webhook
 * events. A plain function of the document, so that a test can compare.
 */

const INDENT = '    '
const WIDTH_MAX = 118
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
/** Public names that differ from those in the document. */
const RENAMED = {
  MemoryList: 'MemoryPage',
  MemoryGraph: 'Graph',
  GatewayChatResponse: 'ChatReply',
  ChatStreamEvent: 'ChatFrame',
  DeltaFrame: 'ChatFrameDelta',
  MemoryRecordedFrame: 'ChatFrameMemoryRecorded',
  DoneFrame: 'ChatFrameDone',
  ErrorFrame: 'ChatFrameError',
}
/** Operations that apps call without a token. */
const WITHOUT_TOKEN = new Set([
  ...['discovery_getCatalog', 'discovery_describeScopes', 'oauth_exchangeCode', 'oauth_revokeConnectionToken'],
])
/** What comes first names the shapes that others repeat. */
const FIRST = ['Memory']

const HEAD = `"""The shapes of the API, generated from openapi.json by \`npm run docs:api\`; do not edit.

Field names are those of the API. The service may add fields and values.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypedDict, Union

Time = Union[datetime, str]
"""A time: a \`datetime\` with a time zone, or ISO 8601 text."""
`

/** The text of the module with the types of an OpenAPI document. */
export function pythonTypes(document) {
  const classes = new Map()
  const shapes = new Map()
  const aliases = []
  const { schemas } = document.components

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [{ ...item[method], path }] : [])),
  )
  const isForApps = ({ path, security = [], operationId }) =>
    WITHOUT_TOKEN.has(operationId) ||
    (path.startsWith('/v1/') && security.some((way) => 'connectionToken' in way || 'clientCredentials' in way))

  const events = Object.values(document.webhooks).map(({ post }) => post.requestBody.content['application/json'].schema)
  const answers = operations.filter(isForApps).flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema)),
  )
  for (const name of FIRST) reference(name)
  for (const schema of [...answers, ...events]) if (schema?.$ref) typeOf(schema, '')
  const named = (schema) => publicName(schema.$ref.split('/').at(-1))
  aliases.push(alias('WebhookEvent', 'The body of a delivery; `type` says which event it is.', events.map(named)))
  const codes = schemas.Error.properties.error.properties.code.enum
  aliases.push(
    `ErrorCode = Literal[\n${codes.map((code) => `${INDENT}"${code}",\n`).join('')}]\n"""An error code of the service."""\n`,
  )
  define('MemoryInput', schemas.MemoryInput, true, schemas.MemoryInput.description)
  define('MemoryPatch', schemas.EditMemoryRequest, true, 'The fields of a memory to change.')
  return [HEAD, ...classes.values(), ...aliases].join('\n\n')

  function publicName(name) {
    return RENAMED[name] ?? name
  }

  function reference(name) {
    const known = publicName(name)
    if (classes.has(known)) return known
    const schema = schemas[name]
    if (schema.oneOf) {
      classes.set(known, '')
      classes.set(
        known,
        alias(
          known,
          schema.description,
          schema.oneOf.map((each) => variant(known, each)),
        ),
      )
      return known
    }
    if (schema.type !== 'object' || !schema.properties) return typeOf(schema, known)
    define(known, schema, false, schema.description)
    return known
  }

  function variant(known, schema) {
    if (schema.$ref) return reference(schema.$ref.split('/').at(-1))
    const { const: value } = schema.properties?.type ?? {}
    return typeOf(schema, value ? `${known}${pascal(value)}` : known)
  }

  /** The Python type of a schema; a shape without a name gets \`name\`. */
  function typeOf(schema, name, isInput = false) {
    if (schema.$ref) return reference(schema.$ref.split('/').at(-1))
    if ('const' in schema) return `Literal[${literal(schema.const)}]`
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const several = schema.anyOf ?? schema.oneOf
    if (several) return union(several.map((each) => typeOf(each, name, isInput)))
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, name, isInput)))
    switch (schema.type) {
      case 'string':
        return isInput && schema.format === 'date-time' ? 'Time' : 'str'
      case 'number':
        return 'float'
      case 'integer':
        return 'int'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `list[${typeOf(schema.items ?? {}, name.replace(/s$/, ''), isInput)}]`
      case 'object':
        return schema.properties
          ? define(name, schema, isInput)
          : `dict[str, ${typeOf(schema.additionalProperties ?? {}, name)}]`
      default:
        return 'Any'
    }
  }

  /** Defines the class of an object, unless the same shape has a name, and returns its name. */
  function define(name, schema, isInput, summary = '') {
    const { properties, required = [] } = schema
    const key = JSON.stringify([properties, required, isInput])
    const known = shapes.get(key)
    if (known && !summary) return known
    shapes.set(key, known ?? name)
    classes.set(name, '')
    const fields = Object.entries(properties).map(([field, each]) => ({
      field,
      type: typeOf(each, `${name}${pascal(field)}`, isInput),
      summary: each.description ?? each.anyOf?.find((one) => one.description)?.description,
      isRequired: required.includes(field),
    }))
    classes.delete(name)
    classes.set(name, classText(name, fields, summary))
    return name
  }
}

function classText(name, fields, summary) {
  const docstring = summary ? `${INDENT}"""${summary}"""\n\n` : ''
  // \`from\` is no name in Python.
  if (fields.some(({ field }) => !/^[a-z_]\w*$/i.test(field) || field === 'from')) {
    const entries = fields.map(
      ({ field, type }) => `${INDENT}${INDENT}"${field}": ${JSON.stringify(type).replaceAll('\\"', "'")},\n`,
    )
    return `${name} = TypedDict(\n${INDENT}"${name}",\n${INDENT}{\n${entries.join('')}${INDENT}},\n)\n`
  }
  const [needed, optional] = [fields.filter(({ isRequired }) => isRequired), fields.filter((each) => !each.isRequired)]
  const body = (some) => some.map(fieldText).join('') || `${INDENT}pass\n`
  if (!optional.length) return `class ${name}(TypedDict):\n${docstring}${body(needed)}`
  if (!needed.length) return `class ${name}(TypedDict, total=False):\n${docstring}${body(optional)}`
  // Python 3.10 has no \`NotRequired\`.
  return `class _${name}(TypedDict):\n${body(needed)}\n\nclass ${name}(_${name}, total=False):\n${docstring}${body(optional)}`
}

function fieldText({ field, type, summary }) {
  const comment = summary ? `${INDENT}"""${wrapped(summary)}"""\n` : ''
  return `${INDENT}${field}: ${type}\n${comment}`
}

function alias(name, summary, types) {
  const one = `${name} = Union[${types.map((type) => `"${type}"`).join(', ')}]`
  const many = `${name} = Union[\n${types.map((type) => `${INDENT}"${type}",\n`).join('')}]`
  return `${one.length > WIDTH_MAX ? many : one}\n${summary ? `"""${summary}"""\n` : ''}`
}

/** A text in lines of bounded length, as the inside of a docstring. */
function wrapped(text) {
  const lines = ['']
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split(/\s+/)) {
    const line = lines.at(-1)
    if (line && line.length + word.length + INDENT.length + 7 > WIDTH_MAX) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  const inside = lines.join(`\n${INDENT}`)
  return inside.endsWith('"') ? `${inside} ` : inside
}

function union(types) {
  const flat = [...new Set(types)].sort((a, b) => Number(a === 'None') - Number(b === 'None'))
  return flat.includes('Any') ? 'Any' : flat.join(' | ')
}

const literal = (value) => {
  if (value === null) return 'None'
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)
}
const pascal = (name) => name.replace(/(?:^|[._-])(\w)/g, (_, letter) => letter.toUpperCase())
