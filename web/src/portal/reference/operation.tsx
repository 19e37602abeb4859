import { Badge, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'
import utilities from '../../ui/utilities.module.css'
import { Disclosure } from '../disclosure.tsx'
import { asCurl } from '../snippets.ts'
import { type ApiDocument, callersOf, type Operation } from './openapi.ts'
import { Prose } from './prose.tsx'
import { Field, FieldList, SchemaFields } from './schema-fields.tsx'

const COLOURS: Record<string, string> = { GET: 'pine', POST: 'blue', PATCH: 'orange', DELETE: 'red' }
const EXAMPLE_TOKEN = 'mst_…'

interface OperationProps {
  operation: Operation
  document: ApiDocument
  opened: boolean
  onToggle: (opened: boolean) => void
}

/** One operation: a line that opens to its details. Closed ones render no details, to keep the page small. */
export function OperationRow({ operation, document, opened, onToggle }: OperationProps) {
  const { method, path, summary, operationId } = operation
  return (
    <Disclosure id={operationId} open={opened} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <Badge variant="light" color={COLOURS[method]} miw={72} radius="sm">
          {method}
        </Badge>
        <Text span ff="monospace" size="sm" fw={600} className={utilities.breakWords}>
          {path}
        </Text>
        <Text span size="sm" c="dimmed" w="100%">
          <Prose text={summary} />
        </Text>
      </summary>
      {opened && <Details operation={operation} document={document} />}
    </Disclosure>
  )
}

function Details({ operation, document }: { operation: Operation; document: ApiDocument }) {
  const { description, parameters = [], requestBody, responses } = operation
  const callers = callersOf(operation, document)
  const body = Object.entries(requestBody?.content ?? {})
  const successes = Object.entries(responses).filter(([status]) => status < '300')
  const failures = Object.entries(responses).filter(([status]) => status >= '400')
  return (
    <Stack p="md" gap="md">
      {description?.split('\n\n').map((paragraph) => (
        <Text key={paragraph} size="sm">
          <Prose text={paragraph} />
        </Text>
      ))}
      <Part title="Who may call it">
        <Text size="sm">
          {callers.length ? callers.map((caller) => <Caller key={caller} text={caller} />) : 'Anybody.'}
        </Text>
      </Part>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <FieldList>
            {parameters.map((parameter) => (
              <li key={parameter.name}>
                <Field
                  name={parameter.name}
                  schema={{
                    ...parameter.schema,
                    description: `In the ${parameter.in}. ${parameter.description ?? ''}`,
                  }}
                  required={parameter.required}
                  document={document}
                />
              </li>
            ))}
          </FieldList>
        </Part>
      )}
      {body.map(([type, { schema }]) => (
        <Part key={type} title={`Body, ${type}`}>
          <SchemaFields schema={schema} document={document} />
        </Part>
      ))}
      <CodeBlock label="Example" text={exampleOf(operation, document)} />
      {successes.map(([status, { content = {} }]) =>
        Object.entries(content).map(([type, { schema, example }]) => (
          <Part key={`${status} ${type}`} title={`Answer, ${status} ${type}`}>
            <SchemaFields schema={schema} document={document} />
            {example !== undefined && <CodeBlock label="For example" text={asText(example)} />}
          </Part>
        )),
      )}
      <Part title="Failures">
        <FieldList>
          {failures.map(([status, { description }]) => (
            <Text component="li" key={status} size="sm" className={utilities.breakWords}>
              <b>{status}</b> <Prose text={description} />
            </Text>
          ))}
        </FieldList>
      </Part>
    </Stack>
  )
}

function Caller({ text }: { text: string }) {
  return (
    <>
      <Prose text={text} />{' '}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Text fw={600} size="sm">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

/** A curl command with the example values of the document. */
function exampleOf({ method, path, parameters = [], requestBody, security }: Operation, document: ApiDocument): string {
  const withExample = parameters.filter(({ example }) => example !== undefined)
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) =>
    String(withExample.find((one) => one.in === 'path' && one.name === name)?.example ?? whole),
  )
  const queryParameters = withExample.filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(queryParameters.map(({ name, example }) => [name, String(example)])).toString()
  const example = requestBody?.content['application/json']?.example
  return asCurl({
    method: method as 'GET',
    url: `${document.servers[0]!.url}${filled}${query && `?${query}`}`,
    token: security.some((scheme) => 'connectionToken' in scheme) ? EXAMPLE_TOKEN : undefined,
    body: example as Record<string, unknown> | undefined,
  })
}

function asText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2)
}
