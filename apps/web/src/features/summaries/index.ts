export { SummaryPanel } from './lazy-panel.tsx'
