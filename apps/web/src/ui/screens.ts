/** Below this width the table becomes cards and the header collapses. */
export const SMALL_SCREEN = '(max-width: 760px)'
