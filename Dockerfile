# webproctor with its browser. See docs/docker.md. Not built in CI.
FROM python:3.12-slim-bookworm

RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        bubblewrap \
        chromium \
        chromium-headless-shell \
        fonts-liberation \
        fonts-noto-cjk \
        fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/*

COPY pyproject.toml README.md LICENSE /opt/webproctor/
COPY src /opt/webproctor/src
RUN pip install --no-cache-dir /opt/webproctor

RUN useradd --create-home --uid 1000 webproctor
USER webproctor
WORKDIR /home/webproctor

ENTRYPOINT ["webproctor"]
CMD ["doctor"]
