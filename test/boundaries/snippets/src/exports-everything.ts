// expects: lint/performance/noReExportAll
export * from './errors.ts'
