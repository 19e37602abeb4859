import { Badge, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { appsQuery, queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useSession } from '../../api/session.ts'
import { useAction } from '../../ui/action.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import utilities from '../../ui/utilities.module.css'
import { PORTAL } from '../../urls.ts'
import type { Operation, Parameter } from './openapi.ts'

const SHOWN_CHARS_MAX = 20_000

interface TestPerson {
  appId: string
  id: string
  token: string
}

// The test person of this tab, for all routes: its token is in memory alone, and gone when the tab is closed.
let current: TestPerson | undefined

/** Calls a route as an app of the signed-in developer, for a test person. */
export function TryIt({ operation }: { operation: Operation }) {
  const { data: account } = useSession('developer')
  const [person, setPerson] = useState(current)
  const set = (changed: TestPerson | undefined) => {
    current = changed
    setPerson(changed)
  }
  if (!account)
    return (
      <Text size="sm">
        <TextLink to={PORTAL.signIn} search={{ next: `${location.pathname}` }} inherit>
          Sign in
        </TextLink>{' '}
        as a developer to call this route here, for a test person.
      </Text>
    )
  return person ? (
    <TryCall key={operation.operationId} operation={operation} person={person} onEnd={() => set(undefined)} />
  ) : (
    <NewPerson onPerson={set} />
  )
}

function NewPerson({ onPerson }: { onPerson: (person: TestPerson) => void }) {
  const { data, error } = useInfiniteQuery(appsQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const { busy, error: failure, run } = useAction()
  const apps = data?.pages.flatMap(({ items }) => items) ?? []
  const appId = chosen ?? apps[0]?.id
  if (error) return <ErrorAlert error={error} />
  if (data && !apps.length)
    return (
      <Text size="sm">
        <TextLink to={PORTAL.newApp} inherit>
          Register an app
        </TextLink>{' '}
        to call this route here, for a test person.
      </Text>
    )
  const create = async () => {
    if (!appId) return
    const body = { name: 'Try-it', sampleMemories: true }
    const params = { path: { id: appId } }
    const { person, connection_token } = await unwrap(api.POST('/v1/dev/apps/{id}/test-people', { params, body }))
    await invalidate(queryKeys.testPeople)
    onPerson({ appId, id: person.id, token: connection_token })
  }
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <Select
          label="As the app"
          data={apps.map(({ id, name }) => ({ value: id, label: name }))}
          value={appId ?? null}
          onChange={setChosen}
          allowDeselect={false}
        />
        <Button onClick={() => run(create)} loading={busy} disabled={!appId}>
          Make a test person
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        A test person has sample memories, counts against no plan, and is removed with one click.
      </Text>
      {failure !== undefined && <ErrorAlert error={failure} />}
    </Stack>
  )
}

interface Answer {
  status: number
  ms: number
  requestId: string | null
  text: string
}

function TryCall({ operation, person, onEnd }: { operation: Operation; person: TestPerson; onEnd: () => void }) {
  const { method, path, parameters = [], requestBody } = operation
  const fields = parameters.filter((one) => one.in !== 'header')
  const example = requestBody?.content['application/json']?.example
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState(() => (requestBody ? JSON.stringify(example ?? {}, null, 2) : ''))
  const [answer, setAnswer] = useState<Answer>()
  const sending = useAction()
  const removing = useAction()
  const bodyError = body && !isJson(body) ? 'must be JSON' : undefined
  const send = async () => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
    const given = fields.flatMap(({ name, in: where }) => {
      const value = values[name]
      return where === 'query' && value ? [[name, value] as [string, string]] : []
    })
    const query = new URLSearchParams(given).toString()
    const start = performance.now()
    // The token alone decides: the session of the developer is not sent.
    const response = await fetch(`${filled}${query && `?${query}`}`, {
      method,
      credentials: 'omit',
      headers: { authorization: `Bearer ${person.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
    }).catch(() => {
      throw new ApiError(undefined, undefined)
    })
    const text = await response.text()
    const ms = Math.round(performance.now() - start)
    setAnswer({ status: response.status, ms, requestId: response.headers.get('x-request-id'), text: shown(text) })
  }
  const remove = async () => {
    const params = { path: { id: person.appId, personId: person.id } }
    await unwrap(api.DELETE('/v1/dev/apps/{id}/test-people/{personId}', { params })).catch((error) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    await invalidate(queryKeys.testPeople)
    onEnd()
  }
  return (
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event) => {
        event.preventDefault()
        if (!bodyError) sending.run(send)
      }}
    >
      {fields.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          onChange={(value) => setValues({ ...values, [parameter.name]: value })}
        />
      ))}
      {requestBody && (
        <Textarea
          label="Body"
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          error={bodyError}
          autosize
          maxRows={16}
          classNames={{ input: utilities.monospace }}
          spellCheck={false}
        />
      )}
      <Group gap="xs">
        <Button type="submit" loading={sending.busy}>
          Send
        </Button>
        <Button variant="default" onClick={() => removing.run(remove)} loading={removing.busy}>
          Remove the test person
        </Button>
      </Group>
      {[sending.error, removing.error].map(
        // biome-ignore lint/suspicious/noArrayIndexKey: there are two, which never move.
        (error, index) => error !== undefined && <ErrorAlert key={index} error={error} />,
      )}
      <output>{answer && <AnswerView answer={answer} />}</output>
    </Stack>
  )
}

interface ParameterFieldProps {
  parameter: Parameter
  value: string
  onChange: (value: string) => void
}

function ParameterField({ parameter: { name, required, schema, example }, value, onChange }: ParameterFieldProps) {
  if (schema.enum)
    return (
      <Select
        label={name}
        data={schema.enum.map(String)}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        clearable={!required}
        clearButtonProps={{ 'aria-label': `No ${name}` }}
      />
    )
  return (
    <TextInput
      label={name}
      placeholder={example === undefined ? undefined : String(example)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required={required}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function AnswerView({ answer: { status, ms, requestId, text } }: { answer: Answer }) {
  return (
    <Note tone={status < 300 ? 'success' : 'warning'} title="The answer">
      <Stack gap="xs" c="var(--mantine-color-text)">
        <Group gap="xs">
          <Badge variant="light" color={status < 300 ? 'pine' : 'orange'}>
            {status}
          </Badge>
          <Text size="sm" className={utilities.breakWords}>
            {ms} ms, {requestId}
          </Text>
        </Group>
        {text && <CodeBlock label="Body of the answer" text={text} />}
      </Stack>
    </Note>
  )
}

function shown(text: string): string {
  const readable = isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text
  return readable.length > SHOWN_CHARS_MAX ? `${readable.slice(0, SHOWN_CHARS_MAX)}…` : readable
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
