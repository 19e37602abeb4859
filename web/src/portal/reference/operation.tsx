import { Code, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'
import { TextLink } from '../../ui/link.tsx'
import utilities from '../../ui/utilities.module.css'
import { PORTAL } from '../../urls.ts'
import { type ApiDocument, callersOf, errorsOf, type Operation } from './openapi.ts'
import { Prose } from './prose.tsx'
import { Field, FieldList, SchemaFields } from './schema-fields.tsx'

/** The colours of methods. */
export const METHOD_COLOURS: Record<string, string> = { GET: 'pine', POST: 'blue', PATCH: 'orange', DELETE: 'red' }

/** The paragraphs about an operation. */
export function Description({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <Stack gap="xs" className={utilities.prose}>
      {text.split('\n\n').map((paragraph) => (
        <Text key={paragraph}>
          <Prose text={paragraph} />
        </Text>
      ))}
    </Stack>
  )
}

/** What an operation takes and returns, and how it fails. */
export function OperationDetails({ operation, document }: { operation: Operation; document: ApiDocument }) {
  const { parameters = [], requestBody, responses } = operation
  const callers = callersOf(operation, document)
  const body = Object.entries(requestBody?.content ?? {})
  const successes = Object.entries(responses).filter(([status]) => status < '300')
  const failures = Object.entries(responses).filter(([status]) => status >= '400')
  return (
    <Stack gap="md">
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
          {failures.flatMap(([status, response]) =>
            errorsOf(response, document).map(({ code, message }) => (
              <Text component="li" key={code} size="sm" className={utilities.breakWords}>
                <b>{status}</b>{' '}
                <TextLink to={PORTAL.error} params={{ code }} inherit>
                  <Code>{code}</Code>
                </TextLink>{' '}
                {message}
              </Text>
            )),
          )}
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
      <Title order={2} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

function asText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2)
}
