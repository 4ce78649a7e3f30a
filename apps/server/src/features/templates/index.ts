export { seedTemplates } from './repo.ts'
