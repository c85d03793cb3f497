// refused by: nobody
export const response = new Response(new ReadableStream<Uint8Array>())
