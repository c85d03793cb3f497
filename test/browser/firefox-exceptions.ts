/** Files of tests that Firefox cannot run, each with the reason. */
export const firefoxExceptions: Readonly<Record<string, string>> = {
  'test/suite/body-admission.test.ts': 'An upload that stalls needs a stream as request body.',
  'test/suite/stalled-bodies.test.ts': 'An upload that stalls needs a stream as request body.',
  'test/suite/client.test.ts': 'One test aborts an endless upload, which needs a stream as request body.',
  'test/web/picture-sizes.browser.test.ts':
    'Firefox decodes a picture that is cut off, and makes sizes of it.',
  'test/web/shared-storage.browser.test.ts':
    'One test holds an upload, which needs a stream as request body.',
  'test/web/opfs-packs.browser.test.ts':
    'One test sets the quota of the origin, which only Chromium lets a test do.',
}
