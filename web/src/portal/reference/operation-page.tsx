import { Badge, Group, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { portalQueries } from '../../api/portal/queries.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ResourceNotFound } from '../../ui/resource-not-found.tsx'
import { Section } from '../../ui/section.tsx'
import { PORTAL } from '../../urls.ts'
import { curlOf, exampleCallOf, javaScriptOf, pythonOf } from './example-call.ts'
import { type ApiDocument, asApiDocument, groupsOf, type Operation } from './openapi.ts'
import { Description, METHOD_COLOURS, OperationDetails } from './operation.tsx'
import { Prose } from './prose.tsx'
import { TryIt } from './try-it.tsx'

const LANGUAGES = { curl: curlOf, JavaScript: javaScriptOf, Python: pythonOf } as const
type Language = keyof typeof LANGUAGES

/** One route of the API: what it takes and returns, snippets, and a form that calls it. */
export function OperationPage() {
  const { operation: id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({ ...portalQueries.openApiDocument, select: asApiDocument })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={4} height={120} />
  const groups = groupsOf(data)
  const all = groups.flatMap(({ operations }) => operations)
  const at = all.findIndex(({ operationId }) => operationId === id)
  const operation = all[at]
  // An id without its group, as those of version 0.2 were.
  const named = all.find(({ operationId }) => operationId.endsWith(`_${id}`))
  if (!operation && named) return <Navigate to={PORTAL.operation} params={{ operation: named.operationId }} replace />
  if (!operation)
    return (
      <ResourceNotFound
        title="This route does not exist"
        lead="The address may have a typo, or the route has another name now."
        back={PORTAL.reference}
        backLabel="All routes"
      />
    )
  const { method, path, summary } = operation
  const group = groups.find(({ operations }) => operations.includes(operation))
  return (
    <Stack gap="lg" component="article" key={id}>
      <Stack gap="xs">
        <BackLink to={PORTAL.reference} label={group ? `API reference: ${group.name}` : 'API reference'} />
        <Group wrap="nowrap" align="flex-start">
          <Badge variant="light" color={METHOD_COLOURS[method]} miw={72} radius="sm" mt={8}>
            {method}
          </Badge>
          <PageTitle title={path} tab={`${method} ${path}`} lead={<Prose text={summary} />} />
        </Group>
      </Stack>
      <Description text={operation.description} />
      <Snippets operation={operation} document={data} />
      {operation.security.some((scheme) => 'connectionToken' in scheme) && (
        <Section title="Try it" lead="As one of your apps, for a test person.">
          <TryIt operation={operation} />
        </Section>
      )}
      <OperationDetails operation={operation} document={data} />
      <Neighbours before={all[at - 1]} after={all[at + 1]} />
    </Stack>
  )
}

// Stays while the visitor goes from route to route.
let chosen: Language = 'curl'

function Snippets({ operation, document }: { operation: Operation; document: ApiDocument }) {
  const [language, setLanguage] = useState(chosen)
  const choose = (value: string) => {
    chosen = value as Language
    setLanguage(chosen)
  }
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Language of the example"
        data={Object.keys(LANGUAGES)}
        value={language}
        onChange={choose}
        w="fit-content"
      />
      <CodeBlock label="Example" text={LANGUAGES[language](exampleCallOf(operation, document))} />
    </Stack>
  )
}

function Neighbours({ before, after }: { before: Operation | undefined; after: Operation | undefined }) {
  return (
    <Group component="nav" justify="space-between" aria-label="Other routes" gap="xs">
      {[before, after].map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there are two, which never move.
        <span key={at}>
          {one && (
            <TextLink to={PORTAL.operation} params={{ operation: one.operationId }} size="sm">
              {at ? 'Next: ' : 'Before: '}
              {one.method} {one.path}
            </TextLink>
          )}
        </span>
      ))}
    </Group>
  )
}
