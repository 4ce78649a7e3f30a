export { seedTemplates } from './templates.ts'
