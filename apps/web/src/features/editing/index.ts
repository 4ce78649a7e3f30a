export { useEditing } from './use-editing.tsx'
