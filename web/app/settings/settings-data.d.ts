/** Every setting of a node of this version, which the build writes from the schema of the configuration. */
declare module 'virtual:settings' {
  export const settings: readonly import('../../../src/config/describe-settings.ts').SettingDescription[]
}
