import { shellQuoted } from '../snippets.ts'
import type { ApiDocument, Operation } from './openapi.ts'

/* The example of a route, as a call in several languages. */

const PYTHON_INDENT = '    '
const FORM = 'application/x-www-form-urlencoded'
/** The header of each credential, with a placeholder. */
const CREDENTIALS: Record<string, [name: string, value: string]> = {
  connectionToken: ['Authorization', 'Bearer mst_…'],
  clientCredentials: ['Authorization', 'Basic <client id:client secret, in base64>'],
  developerSession: ['Cookie', 'ms_dev_session=…'],
  userSession: ['Cookie', 'ms_session=…'],
}

/** A request with the example values of the document. */
export interface ExampleCall {
  method: string
  url: string
  headers: Record<string, string>
  /** A JSON value, or the text of a form. */
  body?: unknown
}

/** The call of a route with the example values of the document. */
export function exampleCallOf(operation: Operation, { servers }: ApiDocument): ExampleCall {
  const { method, path, parameters = [], requestBody, security } = operation
  const withExample = parameters.filter(({ example }) => example !== undefined)
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) =>
    String(withExample.find((one) => one.in === 'path' && one.name === name)?.example ?? whole),
  )
  const required = withExample.filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(required.map(({ name, example }) => [name, String(example)])).toString()
  const [credential] = security.flatMap((scheme) => Object.keys(scheme))
  const header = credential === undefined ? undefined : CREDENTIALS[credential]
  const json = requestBody?.content['application/json']
  const form = json ? undefined : requestBody?.content[FORM]
  const body =
    json?.example ?? (form?.example && new URLSearchParams(form.example as Record<string, string>).toString())
  return {
    method,
    url: `${servers[0]?.url}${filled}${query && `?${query}`}`,
    headers: {
      ...(header ? { [header[0]]: header[1] } : {}),
      ...(body === undefined ? {} : { 'Content-Type': json ? 'application/json' : FORM }),
    },
    ...(body === undefined ? {} : { body }),
  }
}

/** A call as a curl command. */
export function curlOf({ method, url, headers, body }: ExampleCall): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellQuoted(textOf(body))}`]),
  ].join(' \\\n  ')
}

/** A call as JavaScript, with `fetch`. */
export function javaScriptOf({ method, url, headers, body }: ExampleCall): string {
  const isForm = typeof body === 'string'
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(Object.keys(headers).length ? [`headers: ${indented(JSON.stringify(headers, null, 2))}`] : []),
    ...(body === undefined
      ? []
      : [
          isForm ? `body: ${JSON.stringify(body)}` : `body: JSON.stringify(${indented(JSON.stringify(body, null, 2))})`,
        ]),
  ]
  const second = options.length ? `, {\n${options.map((option) => `  ${option},\n`).join('')}}` : ''
  return `const response = await fetch(${JSON.stringify(url)}${second})\nconsole.log(response.status, await response.json())`
}

/** A call as Python, with `httpx`. */
export function pythonOf({ method, url, headers, body }: ExampleCall): string {
  const isForm = typeof body === 'string'
  const { 'Content-Type': _type, ...others } = headers
  const sent = isForm ? headers : others
  const given = [
    JSON.stringify(url),
    ...(Object.keys(sent).length ? [`headers=${indented(pythonValue(sent), PYTHON_INDENT)}`] : []),
    ...(body === undefined
      ? []
      : [isForm ? `content=${JSON.stringify(body)}` : `json=${indented(pythonValue(body), PYTHON_INDENT)}`]),
  ]
  // `httpx.delete` takes no body.
  const [name, first] =
    method === 'DELETE' && body !== undefined ? ['request', ['"DELETE"']] : [method.toLowerCase(), []]
  const lines = [...first, ...given].map((one) => `${PYTHON_INDENT}${one},\n`).join('')
  return `import httpx\n\nresponse = httpx.${name}(\n${lines})\nprint(response.status_code, response.json())`
}

/** A JSON value as Python, with an entry in each line. */
export function pythonValue(value: unknown, indent = ''): string {
  const inner = indent + PYTHON_INDENT
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${pythonValue(item, inner)},\n`).join('')
    return items ? `[\n${items}${indent}]` : '[]'
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(
      ([name, item]) => `${inner}${JSON.stringify(name)}: ${pythonValue(item, inner)},\n`,
    )
    return entries.length ? `{\n${entries.join('')}${indent}}` : '{}'
  }
  return JSON.stringify(value)
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** Indents every line but the first. */
const indented = (text: string, by = '  ') => text.replaceAll('\n', `\n${by}`)
