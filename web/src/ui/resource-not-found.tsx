import { Group, Stack } from '@mantine/core'
import { Face, withFace } from './face.tsx'
import { ButtonLink } from './link.tsx'
import { PageTitle } from './page-title.tsx'

interface ResourceNotFoundProps {
  title: string
  /** Why it may not be there. */
  lead: string
  /** The list of what there is. */
  back: string
  backLabel: string
}

/** Replaces the content of a page whose resource does not exist, such as a deleted app. */
export function ResourceNotFound({ title, lead, back, backLabel }: ResourceNotFoundProps) {
  return (
    <Stack gap="lg" className={withFace}>
      <Face name="lost" />
      <PageTitle title={title} lead={lead} />
      <Group>
        <ButtonLink to={back}>{backLabel}</ButtonLink>
      </Group>
    </Stack>
  )
}
