# Installs Workflow Code on Windows: downloads the archive, checks its SHA-256 sum and puts the executable on PATH.
# Nothing is changed unless all of it went well.
#
#   $env:WORKFLOW_CODE_VERSION = "1.2.3"     this version; by default the newest
#   $env:WORKFLOW_CODE_INSTALL_DIR = "DIR"   into this folder; by default %LOCALAPPDATA%\Programs\workflow-code
#   $env:WORKFLOW_CODE_NO_PATH = "1"         leave PATH as it is
#   $env:WORKFLOW_CODE_DOWNLOAD_URL = "URL"  the folder with the archives, for a mirror
Set-StrictMode -Version Latest
$ErrorActionPreference = "Stop"
$ProgressPreference = "SilentlyContinue" # Its bar makes downloads many times slower.

$RepositoryUrl = "@REPOSITORY_URL@"

function Install-WorkflowCode {
  if (-not [Environment]::Is64BitOperatingSystem) {
    throw "Cannot install Workflow Code: found a 32-bit Windows, expected a 64-bit one"
  }
  $archive = "workflow-code-x86_64-pc-windows-msvc.zip" # ARM64 Windows runs it too.
  $base = if ($env:WORKFLOW_CODE_DOWNLOAD_URL) { $env:WORKFLOW_CODE_DOWNLOAD_URL }
  elseif ($env:WORKFLOW_CODE_VERSION) { "$RepositoryUrl/releases/download/v$($env:WORKFLOW_CODE_VERSION)" }
  else { "$RepositoryUrl/releases/latest/download" }
  $dir = if ($env:WORKFLOW_CODE_INSTALL_DIR) { $env:WORKFLOW_CODE_INSTALL_DIR }
  else { Join-Path $env:LOCALAPPDATA "Programs\workflow-code" }
  $work = Join-Path ([IO.Path]::GetTempPath()) ("workflow-code-" + [Guid]::NewGuid())
  New-Item -ItemType Directory -Path $work | Out-Null
  try {
    $file = Join-Path $work $archive
    $sums = Join-Path $work "SHA256SUMS"
    Invoke-WebRequest -UseBasicParsing -Uri "$base/SHA256SUMS" -OutFile $sums
    Invoke-WebRequest -UseBasicParsing -Uri "$base/$archive" -OutFile $file
    $line = Get-Content $sums | Where-Object { ($_ -split "\s+", 2)[1] -eq $archive } | Select-Object -First 1
    if (-not $line) { throw "Cannot install Workflow Code: $base/SHA256SUMS does not name $archive" }
    $expected = ($line -split "\s+", 2)[0]
    $found = (Get-FileHash -Algorithm SHA256 -Path $file).Hash.ToLowerInvariant()
    if ($found -ne $expected) {
      throw "Cannot install Workflow Code: the SHA-256 sum of $archive is $found, expected ${expected}: it was changed or cut on its way"
    }
    Expand-Archive -Path $file -DestinationPath $work
    $program = Get-ChildItem -Path $work -Recurse -Filter "workflow-code.exe" | Select-Object -First 1
    if (-not $program) { throw "Cannot install Workflow Code: $archive holds no workflow-code.exe" }
    Unblock-File -Path $program.FullName
    $version = & $program.FullName --version
    if ($LASTEXITCODE -ne 0) { throw "Cannot install Workflow Code: the executable does not start on this machine" }
    New-Item -ItemType Directory -Force -Path $dir | Out-Null
    $place = Join-Path $dir "workflow-code.exe"
    # One that runs cannot be overwritten, but renamed.
    if (Test-Path $place) {
      Get-ChildItem -Path $dir -Filter "workflow-code.exe.old-*" | Remove-Item -Force -ErrorAction SilentlyContinue
      Move-Item -Path $place -Destination "$place.old-$([Guid]::NewGuid())"
    }
    Move-Item -Path $program.FullName -Destination $place
    Write-Output "$version is installed: $place"
    $path = [Environment]::GetEnvironmentVariable("Path", "User")
    if ($env:WORKFLOW_CODE_NO_PATH -ne "1" -and -not (("$path" -split ";") -contains $dir)) {
      [Environment]::SetEnvironmentVariable("Path", ("$path".TrimEnd(";") + ";$dir").TrimStart(";"), "User")
      Write-Output "It is on your PATH from the next terminal on."
    }
  } finally {
    Remove-Item -Recurse -Force -Path $work -ErrorAction SilentlyContinue
  }
}

Install-WorkflowCode
