import { createContext } from 'react'

/** Whether there is a header and navigation around the page, so that an error page needs none of its own. */
export const WithinLayout = createContext(false)
