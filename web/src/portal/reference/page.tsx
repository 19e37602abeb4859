import { Badge, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useDeferredValue, useMemo, useState } from 'react'
import { portalQueries } from '../../api/portal/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import utilities from '../../ui/utilities.module.css'
import { PORTAL } from '../../urls.ts'
import { type ApiDocument, asApiDocument, type Group, groupsOf, type Operation, search } from './openapi.ts'
import { METHOD_COLOURS } from './operation.tsx'
import { Prose } from './prose.tsx'
import css from './reference.module.css'

const ICON_SIZE = 16
/** What the anchors of groups begin with. */
const GROUP = 'group-'

/** The API reference, rendered from the OpenAPI document. */
export function Reference() {
  // Routes had no page of their own before, but an anchor in this one.
  const [operation] = useState(() => (location.hash.startsWith(`#${GROUP}`) ? '' : location.hash.slice(1)))
  const { data, error, refetch } = useQuery({ ...portalQueries.openApiDocument, select: asApiDocument })
  if (operation) return <Navigate to={PORTAL.operation} params={{ operation }} replace />
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
  const groups = useMemo(() => groupsOf(apiDocument), [apiDocument])
  const searched = useDeferredValue(text)
  const found = useMemo(() => search(groups, searched), [groups, searched])
  const count = found.reduce((sum, { operations }) => sum + operations.length, 0)
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
      {!count && (
        <EmptyState icon={Search} title="No matches">
          Try a word of the path or of what you want to do.
        </EmptyState>
      )}
      <div className={css.columns}>
        {count > 0 && <Contents groups={found} />}
        <Stack gap="lg">
          {found.map((group) => (
            <Stack key={group.name} component="section" gap="xs" aria-label={group.name}>
              <div>
                <Title order={2} size="h4" id={anchorOf(group)}>
                  {group.name}
                </Title>
                <Text size="sm" c="dimmed">
                  {group.description}
                </Text>
              </div>
              <ul className={css.routes}>
                {group.operations.map((operation) => (
                  <RouteRow key={operation.operationId} operation={operation} />
                ))}
              </ul>
            </Stack>
          ))}
        </Stack>
      </div>
    </>
  )
}

/** The groups with their numbers of routes, beside the list on wide screens. */
function Contents({ groups }: { groups: readonly Group[] }) {
  return (
    <nav aria-label="Contents" className={css.contents}>
      <ul className={utilities.plainList}>
        {groups.map((group) => (
          <li key={group.name}>
            <a href={`#${anchorOf(group)}`}>
              <span>{group.name}</span>
              <span className={css.number}>{group.operations.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const anchorOf = ({ name }: Group) => `${GROUP}${name.toLowerCase().replaceAll(' ', '-')}`

function RouteRow({ operation: { method, path, summary, operationId } }: { operation: Operation }) {
  return (
    <li>
      <Badge variant="light" color={METHOD_COLOURS[method]} miw={72} radius="sm">
        {method}
      </Badge>
      <div>
        <TextLink
          to={PORTAL.operation}
          params={{ operation: operationId }}
          ff="monospace"
          size="sm"
          fw={600}
          underline="hover"
          className={utilities.breakWords}
        >
          {path}
        </TextLink>
        <Text size="sm" c="dimmed">
          <Prose text={summary} />
        </Text>
      </div>
    </li>
  )
}
