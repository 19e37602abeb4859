import { Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { portalQueries } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { withMember } from '../../ui/sets.ts'
import { DisclosureList } from '../disclosure.tsx'
import { type ApiDocument, asApiDocument, groupsOf, search } from './openapi.ts'
import { OperationRow } from './operation.tsx'
import { Prose } from './prose.tsx'

const ICON_SIZE = 16

/** The API reference, rendered from the OpenAPI document. */
export function Reference() {
  const { data, error, refetch } = useQuery({ ...portalQueries.openApiDocument, select: asApiDocument })
  return (
    <Stack gap="lg">
      <PageTitle
        title="API reference"
        lead={data ? <Prose text={data.info.description} /> : 'Every route, as the service itself describes it.'}
      />
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!error && !data && <Loading rows={8} height={64} />}
      {data && <Routes document={data} />}
    </Stack>
  )
}

function Routes({ document: apiDocument }: { document: ApiDocument }) {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set([location.hash.slice(1)]))
  const groups = useMemo(() => groupsOf(apiDocument), [apiDocument])
  const searched = useDeferredValue(text)
  const found = useMemo(() => search(groups, searched), [groups, searched])
  const count = found.reduce((sum, { operations }) => sum + operations.length, 0)
  // The element that the address points to exists only now.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  const toggle = (id: string, isOpen: boolean) => setOpened((before) => withMember(before, id, isOpen))
  return (
    <>
      <TextInput
        type="search"
        label="Search the routes"
        placeholder="memories, webhook, revoke …"
        leftSection={<Search size={ICON_SIZE} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        description={<output>{count === 1 ? '1 route' : `${count} routes`}</output>}
        inputWrapperOrder={['label', 'input', 'description']}
      />
      {!count && <EmptyState title="No matches">Try a word of the path or of what you want to do.</EmptyState>}
      {found.map((group) => (
        <Stack key={group.name} component="section" gap="xs" aria-label={group.name}>
          <div>
            <Title order={2} size="h4">
              {group.name}
            </Title>
            <Text size="sm" c="dimmed">
              {group.description}
            </Text>
          </div>
          <DisclosureList>
            {group.operations.map((operation) => (
              <li key={operation.operationId}>
                <OperationRow
                  operation={operation}
                  document={apiDocument}
                  opened={opened.has(operation.operationId)}
                  onToggle={(isOpen) => toggle(operation.operationId, isOpen)}
                />
              </li>
            ))}
          </DisclosureList>
        </Stack>
      ))}
    </>
  )
}
