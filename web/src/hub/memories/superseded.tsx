import { t } from '@lingui/core/macro'
import { Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { decisionQueries } from '../../api/hub/decision-queries.ts'
import { formatNumber } from '../../i18n/format.ts'
import utilities from '../../ui/utilities.module.css'
import type { Memory } from './memory.ts'
import { MemoryFacts } from './memory-facts.tsx'

/** Memories that are fetched for one list. */
const SHOWN_MAX = 10

interface SupersededProps {
  memory: Memory
  onShow: (id: string) => void
}

/** The memory that replaced a memory, and those that it replaced or was merged with: the evidence behind it. */
export function Superseded({ memory: { supersededBy, supersedes }, onShow }: SupersededProps) {
  return (
    <>
      {supersededBy && <Memories title={t`Replaced by`} ids={[supersededBy]} onShow={onShow} />}
      {supersedes.length > 0 && <Memories title={t`Replaced`} ids={supersedes} onShow={onShow} />}
    </>
  )
}

function Memories({ title, ids, onShow }: { title: string; ids: readonly string[]; onShow: (id: string) => void }) {
  const found = useQueries({ queries: ids.slice(-SHOWN_MAX).map((id) => decisionQueries.memory(id)) })
  const memories = found.flatMap(({ data }) => data ?? [])
  return (
    <Stack component="section" gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      <ul className={utilities.plainList}>
        {memories.map((memory) => (
          <li key={memory.id}>
            <UnstyledButton onClick={() => onShow(memory.id)} w="100%">
              <MemoryFacts memory={memory} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {ids.length > SHOWN_MAX && (
        <Text size="sm" c="dimmed">
          {t`and ${formatNumber(ids.length - SHOWN_MAX)} more`}
        </Text>
      )}
    </Stack>
  )
}
