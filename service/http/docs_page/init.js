// The page stands at <root>/docs; addresses are taken from there, so that it works under a subpath too.
const root = new URL("./", window.location.href);

window.addEventListener("load", () => {
  window.SwaggerUIBundle({
    url: new URL("docs/openapi.json", root).href,
    dom_id: "#browser",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    requestInterceptor: (request) => {
      // Operations are given from the server's root; the service may stand below one.
      const url = new URL(request.url, root);
      if (url.origin === root.origin && !url.pathname.startsWith(root.pathname)) {
        url.pathname = root.pathname + url.pathname.slice(1);
      }
      request.url = url.href;
      return request;
    },
  });
});
