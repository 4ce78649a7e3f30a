export { startBacklogReports } from './report.ts'
