/** Below this width the table becomes cards and the header collapses. */
export const SMALL_SCREEN = '(max-width: 760px)'
/** A popover would not fit: it becomes a sheet at the foot of the screen. */
export const SHEET_SCREEN = '(max-width: 760px), (max-height: 600px)'
