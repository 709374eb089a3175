{{- define "latchkey.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "latchkey.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "latchkey.labels" -}}
{{ include "latchkey.selector" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "latchkey.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository .Values.image.tag -}}
{{- end -}}
{{- end -}}

{{- define "latchkey.claim" -}}
{{- default (printf "%s-media" (include "latchkey.name" .)) .Values.media.existingClaim -}}
{{- end -}}

{{/* The environment of every container. */}}
{{- define "latchkey.environment" -}}
envFrom:
  - secretRef:
      name: {{ required "existingSecret must name a Secret with DATABASE_URL and SECRET_KEY" .Values.existingSecret }}
env:
  {{- $metrics := dict }}
  {{- if .Values.metrics.enabled }}
  {{- $port := toString .Values.metrics.port }}
  {{- $metrics = dict "METRICS_HOST" "0.0.0.0" "METRICS_PORT" $port "WORKER_METRICS_PORT" $port }}
  {{- end }}
  {{- range $name, $value := merge (dict "PORT" "3000" "WORKER_PORT" "3001") $metrics .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
{{- end -}}

{{- define "latchkey.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- define "latchkey.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The pods of the API or the worker: root, component, port, grace (seconds), values. */}}
{{- define "latchkey.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "latchkey.name" .root }}-{{ .component }}
  labels:
    {{- include "latchkey.labels" . | nindent 4 }}
spec:
  {{- if not (dig "autoscaling" "enabled" false .values) }}
  replicas: {{ .values.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "latchkey.selector" . | nindent 6 }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels:
        {{- include "latchkey.labels" . | nindent 8 }}
      {{- with .root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "latchkey.podSecurity" .root | nindent 6 }}
      terminationGracePeriodSeconds: {{ .grace }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "latchkey.selector" . | nindent 14 }}
      containers:
        - name: {{ .component }}
          image: {{ include "latchkey.image" .root }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [{{ .component }}]
          {{- include "latchkey.environment" .root | nindent 10 }}
          ports:
            - { name: http, containerPort: {{ .port }} }
            {{- if .root.Values.metrics.enabled }}
            - { name: metrics, containerPort: {{ .root.Values.metrics.port }} }
            {{- end }}
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            failureThreshold: 30
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
          lifecycle:
            # Until no more requests are sent to the pod.
            preStop: { exec: { command: [sleep, '5'] } }
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          {{- include "latchkey.containerSecurity" .root | nindent 10 }}
          volumeMounts:
            - { name: media, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: media
          {{- if .root.Values.media.volume }}
          persistentVolumeClaim: { claimName: {{ include "latchkey.claim" .root }} }
          {{- else }}
          emptyDir: {}
          {{- end }}
        - name: tmp
          emptyDir: {}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "latchkey.name" .root }}-{{ .component }}
  labels:
    {{- include "latchkey.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "latchkey.selector" . | nindent 6 }}
{{- end -}}
