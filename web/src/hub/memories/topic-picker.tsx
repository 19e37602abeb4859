import { t } from '@lingui/core/macro'
import { Autocomplete, Group, Select, SimpleGrid, Text } from '@mantine/core'
import { allows, topLevel } from '@memory-service/scopes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { catalogQuery } from '../../api/catalog-queries.ts'
import { connectionsQuery, usedScopesQuery } from '../../api/queries.ts'
import { byLabel } from '../../i18n/format.ts'
import colors from '../../ui/app-color.module.css'
import { appColor } from '../../ui/app-color.ts'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import { scopeBelow, subtopicName, topicName } from '../../ui/topic-name.ts'

interface TopicPickerProps {
  /** Empty if none is chosen yet. */
  scope: string
  onChange: (scope: string) => void
  error?: string
}

/** Picks a scope by plain names: a topic from a list and, if wanted, a part of it in the user's own words. */
export function TopicPicker({ scope, onChange, error }: TopicPickerProps) {
  const used = useQuery(usedScopesQuery).data?.map((each) => each.scope) ?? []
  const standard = useQuery(catalogQuery).data?.standardScopes.map(({ namespace }) => namespace) ?? []
  const top = topLevel(scope)
  const [part, setPart] = useState(subtopicName(scope))
  const tops = [...new Set([top, ...used.map(topLevel), ...standard.map(topLevel)])].filter(Boolean)
  const parts = used.filter((each) => each.startsWith(`${top}.`)).map(subtopicName)
  const pick = (next: string | null) => {
    if (!next) return
    setPart('')
    onChange(next)
  }
  return (
    <SimpleGrid type="container" cols={{ base: 1, '450px': 2 }} spacing="sm">
      <Select
        label={t`Topic`}
        searchable
        allowDeselect={false}
        data={byLabel(tops.map((value) => ({ value, label: topicName(value) })))}
        placeholder={t`Choose a topic`}
        leftSection={top && <TopicIcon topic={top} size={16} />}
        renderOption={({ option }) => (
          <Group gap="xs" wrap="nowrap">
            <TopicIcon topic={option.value} size={16} />
            {option.label}
          </Group>
        )}
        nothingFoundMessage={t`No such topic`}
        value={top || null}
        onChange={pick}
        error={error}
      />
      <Autocomplete
        label={t`Part of it`}
        placeholder={t`Optional, such as breakfast`}
        data={[...new Set(parts)]}
        disabled={!top}
        value={part}
        onChange={(words) => {
          setPart(words)
          // A known part has its own spelling, such as `trail-runs`, which its name does not show.
          onChange(
            used.find((each) => subtopicName(each) === words && topLevel(each) === top) ?? scopeBelow(top, words),
          )
        }}
      />
    </SimpleGrid>
  )
}

/** The apps that can read what is saved under a scope. */
export function Readers({ scope }: { scope: string }) {
  const { data } = useQuery(connectionsQuery)
  const readers = data?.filter(({ status, scopes }) => status === 'active' && allows(scopes, `memory:read:${scope}`))
  if (!readers) return null
  return (
    <Text size="xs" c="dimmed" role="status">
      {readers.length ? t`Can be read by:` : t`No app can read it; only you.`}{' '}
      {readers.map(({ id, app }, at) => (
        <span key={id} className={`${colors.dot} ${appColor(app.slug)}`}>
          {app.name}
          {at < readers.length - 1 && ', '}
        </span>
      ))}
    </Text>
  )
}
