// expects: lint/style/noRestrictedImports
export { event } from '../calendar/records.ts'
