import { t } from '@lingui/core/macro'
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import { renderButton } from './button-root.tsx'

// The accent colour. White text on shade 8 has a contrast of 7:1.
const pine: MantineColorsTuple = [
  '#eef7f5',
  '#d9ece8',
  '#b3d9d1',
  '#88c4b8',
  '#62b0a1',
  '#459d8d',
  '#33897a',
  '#277567',
  '#1d6156',
  '#134a41',
]

// Greys of the light scheme, as warm as its paper.
const stone: MantineColorsTuple = [
  '#faf9f6',
  '#f3f1ea',
  '#eceae2',
  '#dfddd3',
  '#cfcdc2',
  '#aeaca1',
  '#87867c',
  '#56574f',
  '#3a3b36',
  '#22231f',
]

// Greys of the dark scheme, with a little of the accent in them: text first, then borders, surfaces and the page.
const night: MantineColorsTuple = [
  '#e3e7e5',
  '#c0c8c4',
  '#8b9691',
  '#6b7671',
  '#3f4a46',
  '#29312e',
  '#222a27',
  '#101413',
  '#0b0e0d',
  '#070a09',
]

// `Figtree fallback` is a system font with the measures of Figtree (`scripts/font.ts`).
const FONT = 'Figtree, "Figtree fallback", system-ui, sans-serif'

// The scale: five sizes, defined in `global.css`. Nothing else on a page has a size of its own.
const SIZES = {
  xs: 'var(--text-1)',
  sm: 'var(--text-2)',
  md: 'var(--text-2)',
  lg: 'var(--text-3)',
  xl: 'var(--text-4)',
}

/** The Mantine theme: one accent colour, one typeface and five sizes of text. */
export const theme = createTheme({
  colors: { pine, gray: stone, dark: night },
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 3 },
  // Filled components are dark with white text by day, and light with dark text by night.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors
  },
  fontFamily: FONT,
  fontSizes: SIZES,
  headings: {
    fontFamily: FONT,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--text-5)', lineHeight: '1.05' },
      h2: { fontSize: 'var(--text-4)', lineHeight: '1.2' },
      h3: { fontSize: 'var(--text-3)', lineHeight: '1.3' },
      h4: { fontSize: 'var(--text-3)', lineHeight: '1.3' },
      h5: { fontSize: 'var(--text-2)', lineHeight: '1.4' },
      h6: { fontSize: 'var(--text-2)', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Alert: { defaultProps: { p: 'sm' } },
    Badge: { defaultProps: { tt: 'none' } },
    Button: { defaultProps: { renderRoot: renderButton } },
    ActionIcon: { defaultProps: { renderRoot: renderButton } },
    // Rendered next to its button, so that screen readers find it in the same landmark.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // A dialog's header would otherwise be a second banner landmark.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // Optional fields are marked in their descriptions instead.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    NavLink: { defaultProps: { bdrs: 'md' } },
    Skeleton: { defaultProps: { 'aria-hidden': true } },
  },
})

/** The texts that components bring along, in the current language. */
export function componentTexts(): MantineThemeOverride {
  const closeButtonProps = { 'aria-label': t`Close` }
  return {
    components: {
      Modal: { defaultProps: { centered: true, closeButtonProps } },
      Drawer: { defaultProps: { closeButtonProps } },
    },
  }
}

/**
 * Colours per scheme: warm paper and ink by day, dark green-grey by night; text and placeholders with enough contrast. By
 * night each surface has a grey of its own: fields are darker than the page, cards lighter, and buttons lighter still.
 * The shell in `index.html` repeats the ones it uses.
 */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#16201d',
    '--mantine-color-body': '#fbfaf7',
    '--mantine-color-dimmed': '#57615d',
    '--mantine-color-placeholder': '#6b746f',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-default-border': '#d5d5cc',
    '--mantine-color-disabled-color': '#6b6a61',
    '--mantine-color-gray-light': '#eeece4',
    '--mantine-color-orange-light-color': '#96340b',
    '--mantine-color-red-light-color': '#a31d1d',
    '--on-accent': '#ffffff',
    '--surface': '#ffffff',
    '--sunken': '#f3f1ea',
    '--line': '#e4e3dc',
    '--mark': '#ffe9a8',
  },
  dark: {
    '--mantine-color-text': '#e3e7e5',
    '--mantine-color-body': '#101413',
    '--mantine-color-dimmed': '#a3ada9',
    '--mantine-color-placeholder': '#8b9691',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#88c4b8',
    '--mantine-color-default': '#2b3431',
    '--mantine-color-default-hover': '#36403c',
    '--mantine-color-default-border': '#3f4a46',
    '--mantine-color-disabled': '#1f2724',
    '--mantine-color-disabled-color': '#8b9691',
    '--mantine-color-gray-light': '#222927',
    '--mantine-color-orange-light': '#3b2716',
    '--mantine-color-orange-light-color': '#ffc078',
    '--mantine-color-red-light': '#3d2021',
    '--mantine-color-red-light-color': '#ffa8a8',
    '--mantine-color-pine-light': '#1c2b27',
    '--mantine-color-pine-light-hover': '#233630',
    '--mantine-color-pine-light-color': '#9fd3c7',
    '--on-accent': '#0b1614',
    '--surface': '#1b2220',
    '--sunken': '#0b0e0d',
    '--line': '#2d3632',
    '--mark': '#5a4a12',
  },
})
