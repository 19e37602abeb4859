import { Stack, Text, TextInput, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { type ApiDocument, groupsOf, search } from './document.ts'
import { OperationRow } from './operation.tsx'
import { Prose } from './prose.tsx'

const ICON_SIZE = 16

const documentQuery = queryOptions({
  queryKey: ['openapi'],
  // It changes with a release of the service.
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await answer(api.GET('/v1/openapi.json'))) as unknown as ApiDocument,
})

/** Every route of the service, out of its own description. */
export function Reference() {
  const { data, error, refetch } = useQuery(documentQuery)
  return (
    <Stack gap="lg">
      <PageTitle
        title="API reference"
        lead={data ? <Prose text={data.info.description} /> : 'Every route, as the service itself describes it.'}
      />
      {error && <Trouble error={error} retry={refetch} />}
      {!error && !data && <Loading rows={8} height={64} />}
      {data && <Routes document={data} />}
    </Stack>
  )
}

function Routes({ document: described }: { document: ApiDocument }) {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set([location.hash.slice(1)]))
  const groups = useMemo(() => groupsOf(described), [described])
  const sought = useDeferredValue(text)
  const found = useMemo(() => search(groups, sought), [groups, sought])
  const count = found.reduce((sum, { operations }) => sum + operations.length, 0)
  // The place an address points to comes into being only now.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  const toggle = (id: string, isOpen: boolean) =>
    setOpened((before) => new Set([...before].filter((one) => one !== id).concat(isOpen ? id : [])))
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
      {!count && <Empty title="No matches">Try a word of the path or of what you want to do.</Empty>}
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
          <ul className="listing surface">
            {group.operations.map((operation) => (
              <li key={operation.operationId}>
                <OperationRow
                  operation={operation}
                  document={described}
                  opened={opened.has(operation.operationId)}
                  onToggle={(isOpen) => toggle(operation.operationId, isOpen)}
                />
              </li>
            ))}
          </ul>
        </Stack>
      ))}
    </>
  )
}
