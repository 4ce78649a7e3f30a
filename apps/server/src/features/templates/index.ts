export { hasTemplate, seedTemplates, type Template, templateFor } from './repo.ts'
