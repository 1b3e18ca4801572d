export default async function tearDown() {
  await globalThis.__PRESAGE_TEST_RUN__?.end();
}
