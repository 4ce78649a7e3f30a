import { startLightPage } from '#features/transcript/index.ts'

// The page of a public file for visitors, instead of main.tsx, which it loads when asked for more.
startLightPage()
