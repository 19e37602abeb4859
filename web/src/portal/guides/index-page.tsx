import { Anchor, Stack, Text, Title } from '@mantine/core'
import { TextLink } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PORTAL } from '../../urls.ts'
import css from './guides.module.css'
import { GUIDES } from './list.ts'

/** The list of guides. */
export function GuideIndex() {
  return (
    <Stack gap="xl">
      <PageTitle title="Guides" lead="From the first call to production. The code in them runs as it is." />
      {GUIDES.map(({ title, guides }) => (
        <section key={title} aria-label={title}>
          <Title order={2} size="h4" mb="sm">
            {title}
          </Title>
          <ul className={css.cards}>
            {guides.map((guide) => (
              <li key={guide.slug}>
                <TextLink to={PORTAL.guide} params={{ guide: guide.slug }} fw={600} underline="hover">
                  {guide.title}
                </TextLink>
                <Text size="sm" c="dimmed">
                  {guide.text}
                </Text>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Text size="sm" c="dimmed">
        For programs and assistants:{' '}
        <Anchor href="/llms.txt" inherit underline="always">
          llms.txt
        </Anchor>{' '}
        lists the guides as Markdown,{' '}
        <Anchor href="/llms-full.txt" inherit underline="always">
          llms-full.txt
        </Anchor>{' '}
        has all of them in one file.
      </Text>
    </Stack>
  )
}
