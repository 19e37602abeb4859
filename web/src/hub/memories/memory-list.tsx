import { Box, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import utilities from '../../ui/utilities.module.css'
import type { Memory } from './memory.ts'
import { MemoryCard } from './memory-card.tsx'
import css from './memory-list.module.css'

interface MemoryListProps {
  title?: ReactNode
  memories: readonly Memory[]
  selected: ReadonlyMap<string, Memory>
  onSelect: (memory: Memory, isSelected: boolean) => void
  onShow: (id: string) => void
}

/** Memories as rows of one surface, below a heading if there is one. */
export function MemoryList({ title, memories, selected, onSelect, onShow }: MemoryListProps) {
  return (
    <Stack gap="xs">
      {title && (
        <Title order={2} size="h5">
          {title}
        </Title>
      )}
      <Box className={`${utilities.surface} ${css.list}`}>
        {memories.map((memory) => (
          <MemoryCard
            key={memory.id}
            memory={memory}
            selected={selected.has(memory.id)}
            onSelect={(isSelected) => onSelect(memory, isSelected)}
            onShow={() => onShow(memory.id)}
          />
        ))}
      </Box>
    </Stack>
  )
}
