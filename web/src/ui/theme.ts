import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

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

const SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

/** The Mantine theme: one accent colour and the system fonts. */
export const theme = createTheme({
  colors: { pine },
  primaryColor: 'pine',
  primaryShade: 8,
  autoContrast: true,
  fontFamily: SYSTEM_FONT,
  headings: { fontFamily: SYSTEM_FONT, fontWeight: '650', textWrap: 'balance' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
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

/**
 * Colours per scheme: secondary text and placeholders with enough contrast, and a page slightly darker than its cards.
 * The shell in `index.html` repeats the ones it uses.
 */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fcfcfb',
    '--mantine-color-dimmed': '#586069',
    '--mantine-color-placeholder': '#6b737b',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-orange-light-color': '#96340b',
    '--mantine-color-red-light-color': '#a31d1d',
    '--surface': '#ffffff',
    '--line': '#e3e6e4',
  },
  dark: {
    '--mantine-color-text': '#e3e7e5',
    '--mantine-color-body': '#161918',
    '--mantine-color-dimmed': '#a3ada9',
    '--mantine-color-placeholder': '#8b9691',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#88c4b8',
    '--mantine-color-orange-light': '#3b2716',
    '--mantine-color-orange-light-color': '#ffc078',
    '--mantine-color-red-light': '#3d2021',
    '--mantine-color-red-light-color': '#ffa8a8',
    '--surface': '#1e2221',
    '--line': '#333a37',
  },
})
