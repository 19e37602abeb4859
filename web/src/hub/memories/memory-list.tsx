import { Box, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Memory } from './memory.ts'
import { MemoryCard } from './memory-card.tsx'
import css from './memory-list.module.css'

interface MemoryListProps {
  title?: ReactNode
  memories: readonly Memory[]
  query?: string
  /** The names of apps by slug. */
  sourceNames: ReadonlyMap<string, string>
  selected: ReadonlyMap<string, Memory>
  onSelect: (memory: Memory, isSelected: boolean) => void
  onShow: (id: string) => void
}

/** Memories as rows, below a heading if there is one. */
export function MemoryList({ title, memories, query, sourceNames, selected, onSelect, onShow }: MemoryListProps) {
  return (
    <Stack gap="xs">
      {title && (
        <Title order={2} size="h4">
          {title}
        </Title>
      )}
      <Box className={css.list}>
        {memories.map((memory) => (
          <MemoryCard
            key={memory.id}
            memory={memory}
            query={query}
            sourceName={memory.sourceApp === null ? undefined : (sourceNames.get(memory.sourceApp) ?? memory.sourceApp)}
            selected={selected.has(memory.id)}
            onSelect={onSelect}
            onShow={onShow}
          />
        ))}
      </Box>
    </Stack>
  )
}
